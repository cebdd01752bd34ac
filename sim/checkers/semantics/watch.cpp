#include "sim/checkers/semantics/watch.h"

#include "protocol/base/call_table.h"
#include "protocol/base/collective.h"
#include "sim/scenario/families/family.h"

#include <algorithm>
#include <numeric>

namespace rmasim::sim::semantics {

namespace {

// The maximum number of pairs of threads and statements with a finding. The report merges pairs of the same statements.
constexpr std::size_t max_findings = 10'000;

memmodel::Origin origin_of(const Thread& thread, Time time) {
    return {thread.rank, thread.number, thread.location, to_ns(time)};
}

// True if a program has an exclusive lock. Otherwise all locks are shared, and a grant is never ordered after a
// release.
bool any_exclusive_lock(const Scenario& scenario) {
    const auto locks = [](const Program& program) {
        return std::ranges::any_of(program.code, [](const Instruction& at) {
            const auto* const lock = at.find<LockInstruction>();
            return lock != nullptr && lock->type == LockType::exclusive;
        });
    };
    return std::ranges::any_of(scenario.programs,
                               [&](const auto& threads) { return std::ranges::any_of(threads, locks); });
}

}  // namespace

Watch::Watch(const Scenario& scenario, LivePrograms* live) : WatchMessages(scenario), live_(live) {
    for (const std::int32_t program : scenario.program_of_rank) {
        const std::size_t threads = program < 0 ? 1 : scenario.programs[static_cast<std::size_t>(program)].size();
        threads_.push_back(static_cast<std::uint32_t>(std::max<std::size_t>(threads, 1)));
    }
    threads_.resize(static_cast<std::size_t>(scenario.ranks), 1);
    reset();
}

void Watch::reset() {
    memmodel::Setup setup;
    setup.model = scenario_.semantics == Semantics::separate ? memmodel::Model::separate : memmodel::Model::unified;
    setup.threads = threads_;
    setup.threads_may_start = live_ != nullptr && live_->may_have_threads();
    // A prediction of findings in other orders needs all loads of the ranks. In a scenario, only locks have another
    // order.
    setup.predicts = live_ != nullptr ? live_->watches_accesses() : any_exclusive_lock(scenario_);
    setup.communicators = scenario_.communicators.get();
    if (live_ != nullptr) setup.communicators = &live_->communicators();
    const CheckedRules rules = scenario_.family->processes.rules(*scenario_.protocol);
    setup.counted = rules.counted;
    setup.first_fence_waits = rules.first_fence_waits;
    setup.max_findings = max_findings;
    setup.contents = contents();
    compares_values_ = static_cast<bool>(setup.contents);
    setup.of_programs = live_ != nullptr;
    setup.notes = live_ != nullptr && setup.model == memmodel::Model::unified;
    setup.looks_after_sync = live_ != nullptr && setup.model == memmodel::Model::unified;
    checker_ = std::make_unique<memmodel::Checker>(std::move(setup));
    order_ = std::make_unique<ProgramOrder>(checker_->order());
    atomic_orders_ = std::make_unique<AtomicOrders>(checker_->order());
    polled_.clear();
    sync_points_.clear();
    set_flags_.clear();
    for (std::size_t window = 0; window < scenario_.windows.size(); ++window) {
        const Rank ranks = scenario_.windows[window].ranks;
        if (ranks > 0) checker_->opened_to(static_cast<WindowId>(window), ranks);
    }
    threads_left_ = std::accumulate(threads_.begin(), threads_.end(), std::uint64_t{0});
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
        const std::int32_t program =
            scenario_.program_of_rank.empty() ? -1 : scenario_.program_of_rank[static_cast<std::size_t>(rank)];
        if (program < 0) checker_->order().ended(rank, 0);
        for (std::size_t window = 0; window < scenario_.windows.size(); ++window) {
            if (!scenario_.windows[window].by_call) create(rank, static_cast<WindowId>(window));
        }
    }
}

std::uint32_t Watch::sign(SyncPoint kind, std::uint32_t which, std::uint32_t nth) {
    return sync_points_.try_emplace({kind, which, nth}, static_cast<std::uint32_t>(sync_points_.size())).first->second;
}

// The thread releases its clock if it is at a barrier or sets a flag. One sync point represents all barriers of a rank,
// because no thread leaves a barrier before all threads have arrived.
void Watch::sync_began(const Thread& thread) {
    const Instruction& at = thread.current();
    const memmodel::Origin origin = origin_of(thread, thread.clock);
    if (at.is<ThreadBarrierInstruction>()) return checker_->order().released(origin, sign(SyncPoint::barrier, 0));
    const auto* const set = at.find<SetFlagInstruction>();
    if (set == nullptr) return;
    std::vector<SetTo>& values = set_flags_[{thread.rank, set->flag}];
    const auto nth = static_cast<std::uint32_t>(values.size());
    values.push_back({thread.awaited, nth});
    checker_->order().released(origin, sign(SyncPoint::flag, set->flag, nth));
}

// The thread acquires the clock of the sync point that it waited for. If it waited for a flag, this sync point is the
// first value of the flag that was large enough. The thread is not ordered after the stores of other values.
void Watch::sync_ended(const Thread& thread) {
    const Instruction& at = thread.current();
    const memmodel::Origin origin = origin_of(thread, thread.clock);
    if (at.is<ThreadBarrierInstruction>()) return checker_->order().awaited(origin, sign(SyncPoint::barrier, 0));
    if (at.is<JoinInstruction>()) {
        return checker_->order().awaited(origin, sign(SyncPoint::end, static_cast<std::uint32_t>(thread.awaited)));
    }
    const auto* const wait = at.find<WaitFlagInstruction>();
    if (wait == nullptr) return;
    for (const SetTo& one : set_flags_[{thread.rank, wait->flag}]) {
        if (one.value >= thread.awaited)
            return checker_->order().awaited(origin, sign(SyncPoint::flag, wait->flag, one.nth));
    }
}

void Watch::program_ended(const Thread& thread) {
    if (!thread.alone && live_ == nullptr)
        checker_->order().released(origin_of(thread, thread.clock), sign(SyncPoint::end, thread.number));
    checker_->order().ended(thread.rank, thread.number);
    if (--threads_left_ == 0 && copies_ != nullptr) copies_->ended();
}

void Watch::create(Rank rank, WindowId id) {
    if (live_ != nullptr) return;  // window_created handles these windows
    const WindowSettings& window = scenario_.windows[id];
    memmodel::NewSegment segment;
    segment.in_any_order = window.in_any_order;
    segment.same_op = window.same_op;
    segment.dynamic = window.dynamic;
    if (window.dynamic) {
        segment.memory = static_cast<memmodel::MemoryId>(scenario_.spaces());
        segment.base = 0 - scenario_.addresses->first_of(rank);
    } else {
        const Over over = scenario_.backing_of(id);
        segment.memory = over.space;
        segment.bytes = {over.disp_bytes, over.disp_bytes + window.bytes.of(rank)};
        segment.disp_unit = static_cast<std::uint32_t>(window.disp_unit.of(rank));
        segment.unified = window.shared;
    }
    checker_->created(rank, id, segment);
}

void Watch::call_began(const Thread& thread, const CallRequest& call) {
    memmodel::Buffers buffers;
    const CallClass kind = description_of(call.call).kind;
    if (live_ != nullptr) {
        buffers = buffers_of_program(call);
    } else if (kind == CallClass::operation) {
        const Operation& operation = call.operation;
        const Region& region = operation.region;
        buffers.source = buffer(operation.origin, region.datatype, operation.elements_sent());
        if (fetches(operation.kind)) buffers.result = buffer(operation.result, region.datatype, region.count);
    } else if (kind == CallClass::message || kind == CallClass::collective) {
        buffers = buffers_of_transfer(thread.rank, call);
    } else if (kind == CallClass::creates_window) {
        const WindowSettings& window = scenario_.windows[call.window];
        const Over over = scenario_.backing_of(call.window);
        const memmodel::Run bytes{over.disp_bytes, over.disp_bytes + window.bytes.of(thread.rank)};
        if (!window.over && !window.dynamic) checker_->renewed(thread.rank, over.space, bytes);
        create(thread.rank, call.window);
    } else if (kind == CallClass::attaches) {
        buffers.result = buffer(call.more->memory, Datatype::byte, 1);
        buffers.result.bytes.length = call.more->memory_bytes;
    }
    checker_->began(origin_of(thread, thread.call_began), call, buffers, &thread.answer);
    if (live_ != nullptr && call.call == Call::win_attach) note_attached(thread, call);
    if (live_ != nullptr && kind == CallClass::operation) begin_use(thread.rank, buffers_of_operation(call));
    if (copies_ != nullptr) copies_->began(thread.rank, call.call, call.window);
}

void Watch::call_returned(const Thread& thread) {
    checker_->returned(origin_of(thread, thread.call_began), thread.answer);
    if (copies_ != nullptr) copies_->returned(thread.rank, thread.making, thread.window, thread.answer.done);
    if (live_ != nullptr && description_of(thread.making).kind != CallClass::operation) end_uses(thread.rank);
    if (description_of(thread.making).kind == CallClass::frees_window) checker_->freed(thread.rank, thread.window);
}

void Watch::accessed(const Thread& thread, const MemoryAccess& access, const Region& region) {
    const std::uint64_t bytes = access.stores ? region.bytes() : bytes_of(region.datatype);
    const memmodel::Origin origin = origin_of(thread, thread.clock);
    const Over over = scenario_.backing_of(access.window);
    const memmodel::Bytes touched{over.disp_bytes + access.disp_bytes, bytes, 0, 1};
    if (access.stores) checker_->store(origin, access.owner, over.space, touched);
    else checker_->load(origin, access.owner, over.space, touched);
}

void Watch::lock_granted(Rank target, WindowId window, Rank origin, LockType) {
    checker_->granted(target, window, origin);
}

void Watch::counter_changed(const CounterChange& change) { checker_->counter_changed(change); }

void Watch::signal_sent(const CounterSignal& signal) {
    checker_->signal_sent(signal);
    if (copies_ != nullptr) copies_->publish(signal.by, signal.window);
}

void Watch::request_stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target,
                            unsigned modes) {
    checker_->request_stepped(rank, request, step, window, target, modes);
    const bool counter_found_zero = step == RequestStep::reported && target == no_rank;
    if (counter_found_zero && copies_ != nullptr) copies_->refresh(rank, window);
}

// Returns the window or buffer that contains this byte of a memory, and its first offset in the memory.
std::pair<SpaceId, std::uint64_t> Watch::space_at(memmodel::MemoryId memory, std::uint64_t byte) const {
    if (memory < scenario_.spaces()) return {static_cast<SpaceId>(memory), 0};
    const auto found = scenario_.addresses->at(byte);
    if (!found) return {0, 0};  // no access can be outside of all windows and buffers
    return {static_cast<SpaceId>(found->first), byte - found->second};
}

}  // namespace rmasim::sim::semantics
