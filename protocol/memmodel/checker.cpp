#include "protocol/memmodel/checker.h"

#include "protocol/base/call_table.h"
#include "protocol/base/proc_null.h"
#include "protocol/memmodel/thread_state.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace rmasim::memmodel {

namespace {

std::vector<Rank> ranks_of(const std::vector<std::uint32_t>& threads) {
    std::vector<Rank> ranks;
    for (std::size_t rank = 0; rank < threads.size(); ++rank) {
        ranks.insert(ranks.end(), threads[rank], static_cast<Rank>(rank));
    }
    return ranks;
}

// True for calls that access nothing and order nothing (MM-NULL-1).
bool is_for_nobody(const CallRequest& call) {
    const CallClass kind = description_of(call.call).kind;
    return (kind == CallClass::operation && call.operation.target == proc_null) ||
           (kind == CallClass::message && call.message.peer == proc_null);
}

}  // namespace

Checker::Checker(Setup setup)
    : setup_(std::move(setup)), findings_(setup_.max_findings), notes_(setup_.max_findings),
      shadow_(setup_.model, ranks_of(setup_.threads), setup_.threads_may_start, findings_, setup_.clean_up_at,
              setup_.of_programs, setup_.notes ? &notes_ : nullptr),
      windows_(setup_.threads.size(), setup_.communicators), barriers_(setup_.threads.size()),
      changes_(static_cast<Rank>(setup_.threads.size()), setup_.communicators),
      values_(setup_.contents, setup_.looks_after_sync, setup_.clean_up_at) {
    ThreadIndex count = 0;
    for (const std::uint32_t threads : setup_.threads) {
        const auto rank = static_cast<Rank>(threads_of_.size());
        threads_of_.emplace_back();
        for (std::uint32_t number = 0; number < threads; ++number) {
            threads_of_.back().push_back(count++);
            rank_and_number_of_.emplace_back(rank, number);
        }
    }
    const Knowledge nothing = Knowledge::nothing(count);
    for (ThreadIndex thread = 0; thread < count; ++thread) threads_.push_back(ThreadState{.clock = {thread, nothing}});
    known_to_all_.resize(count, 0);
    if (setup_.predicts) shadow_.predict(orders_);
    shadow_.follow([this]() -> const std::vector<Tick>& { return known_to_all(); });
}

Checker::~Checker() = default;

Checker::ThreadState& Checker::state(const Origin& origin) { return threads_[index(origin)]; }

std::pair<Collectives&, Rank> Checker::barriers_of(Rank rank, WindowId comm) {
    if (comm == no_window) return {barriers_, rank};
    return found_or_made(some_barriers_, rank, comm);
}

std::pair<Collectives&, Rank> Checker::found_or_made(SomeCollectives& among, Rank rank, WindowId comm) {
    if (comm == no_window) return {among.try_emplace({comm, 0}, setup_.threads.size()).first->second, rank};
    const RankGroup& members = setup_.communicators->group_of(rank, comm);
    const auto at = among.try_emplace({comm, members.member(0)}, static_cast<std::size_t>(members.size())).first;
    return {at->second, members.comm_rank_of(rank)};
}

std::pair<Rank, std::uint32_t> Checker::thread_of(ThreadIndex thread) const { return rank_and_number_of_[thread]; }

Access Checker::access(const Origin& origin, const Class& is, Rank owner, MemoryId memory, const Bytes& bytes) {
    Access made;
    made.is = is;
    made.rank = owner;
    made.memory = memory;
    made.bytes = bytes;
    made.thread = index(origin);
    made.location = origin.location;
    made.time = origin.time;
    return made;
}

void Checker::load(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner) {
    local(origin, {.kind = AccessKind::load, .manner = manner}, owner, memory, bytes);
}

void Checker::store(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner) {
    local(origin, {.kind = AccessKind::store, .manner = manner}, owner, memory, bytes);
}

// In a prediction, a thread may need a store of another thread, but not the accesses that follow the store. So the
// accesses of later statements have a later tick. Programs under `exec` report the accesses between two calls in no
// order. So in these programs all accesses between two calls have the same tick (MM-BOUND-7).
void Checker::separate_from_stores(ThreadState& thread, const Origin& origin, const Class& is) {
    if (!setup_.predicts || setup_.of_programs) return;
    const bool other = thread.stored_by.location != origin.location;
    if (other && thread.stored_by.tick == thread.clock.now().own) thread.clock.point();
    if (!is.reads_only()) thread.stored_by = {origin.location, thread.clock.now().own};
}

// A load or store ends when it begins.
void Checker::local(const Origin& origin, const Class& is, Rank owner, MemoryId memory, const Bytes& bytes) {
    ThreadState& thread = state(origin);
    separate_from_stores(thread, origin, is);
    const Moment& now = thread.clock.now();
    if (thread.now == nullptr || thread.now->end != now.own) {
        thread.now = make_ref<Span>();
        thread.now->end_at(now, Call::none);
    }
    Access made = access(origin, is, owner, memory, bytes);
    made.span = thread.now;
    shadow_.add(made, {now});
    if (setup_.predicts) need(thread, shadow_.writes_read(made, {now}));
}

void Checker::began(const Origin& origin, const CallRequest& call, const Buffers& buffers) {
    ThreadState& thread = state(origin);
    buffers_used_ = nullptr;
    thread.call = is_for_nobody(call) ? Call::none : call.call;
    thread.window = call.window;
    thread.target = call.target;
    thread.asserts = call.asserts;
    thread.lock_type = call.lock_type;
    thread.location = origin.location;
    thread.inside = true;
    thread.requests.clear();  // later requests may have the same numbers
    switch (description_of(thread.call).kind) {
        case CallClass::none: return;
        case CallClass::operation: return operation(origin, thread, call, buffers);
        case CallClass::fence: return begin_fence(origin.rank, thread);
        case CallClass::flush: return begin_completion(origin.rank, thread);
        case CallClass::barrier: {
            thread.comm = call.comm;
            const auto [barriers, comm_rank] = barriers_of(origin.rank, call.comm);
            return barriers.begins(comm_rank, thread.clock.point());
        }
        case CallClass::request: thread.requests = call.requests; return counters_.looks(origin.rank, thread.requests);
        case CallClass::attaches: return attach_or_detach(origin, thread, buffers.result);
        case CallClass::changes_group: return begin_change(origin.rank, thread, call);
        case CallClass::sync: {
            const Moment now = thread.clock.point();
            synchronise_public(origin.rank, call.window, now);
            synchronise_private(origin.rank, call.window, now);
            return release_at_sync(origin.rank, thread, now);
        }
        case CallClass::message:
            thread.message = call.message;
            thread.result = buffers.result;
            return begin_message(origin, thread, buffers);
        case CallClass::collective: return begin_collective(origin, thread, call, buffers);
        case CallClass::creates_window:
        case CallClass::frees_window: {
            const Moment now = thread.clock.point();
            synchronise_public(origin.rank, call.window, now);  // for ranks that are ordered only after the call of
                                                                // this rank
            return windows_.of(origin.rank, call.window).lives.begins(origin.rank, now);
        }
        default: break;
    }
    switch (call.call) {
        case Call::post: thread.group = call.group; return begin_post(origin.rank, thread);
        case Call::start: thread.group = call.group; return begin_start(origin.rank, thread);
        case Call::complete: return begin_complete(origin.rank, thread);
        case Call::lock:
        case Call::lock_all: return begin_lock(origin.rank, thread);
        case Call::unlock:
        case Call::unlock_all: return begin_completion(origin.rank, thread);
        default: return;
    }
}

void Checker::returned(const Origin& origin, const CallAnswer& answer) {
    ThreadState& thread = state(origin);
    const Call call = thread.call;
    thread.inside = false;
    switch (description_of(call).kind) {
        case CallClass::operation:
            if (thread.made.buffers != nullptr) requests_[{origin.rank, answer.request}] = std::move(thread.made);
            thread.made = {};
            return;
        case CallClass::fence: return return_fence(origin.rank, thread);
        case CallClass::flush: return return_completion(origin.rank, thread);
        case CallClass::barrier: {
            ++joins_;
            const auto [barriers, comm_rank] = barriers_of(origin.rank, thread.comm);
            return thread.clock.adopt(barriers.returns(comm_rank));
        }
        case CallClass::request:
            if (call != Call::request_free) return_request(origin.rank, thread, answer);
            return;
        case CallClass::changes_group: return return_change(origin.rank, thread);
        case CallClass::sync: return look_after_sync(origin.rank, thread);
        case CallClass::message:
            if (call == Call::recv) return return_recv(origin, thread);
            if (call == Call::send) return;
            requests_[{origin.rank, answer.request}] = std::move(thread.made);
            thread.made = {};
            return;
        case CallClass::collective: return return_collective(origin, thread);
        case CallClass::creates_window:
        case CallClass::frees_window: {
            ++joins_;
            thread.clock.adopt(windows_.of(origin.rank, thread.window).lives.returns(origin.rank));
            const Moment now = thread.clock.point();
            synchronise_public(origin.rank, thread.window, now);
            return synchronise_private(origin.rank, thread.window, now);
        }
        default: break;
    }
    switch (call) {
        case Call::start: return order_memory(origin.rank, thread);
        case Call::complete: return return_complete(origin.rank, thread);
        case Call::wait: return return_wait(origin.rank, thread);
        case Call::test:
            if (answer.done) return_wait(origin.rank, thread);
            return;
        case Call::lock:
        case Call::lock_all: return return_lock(origin.rank, thread);
        case Call::unlock:
        case Call::unlock_all: return return_completion(origin.rank, thread);
        default: return;
    }
}

void Checker::released(const Origin& origin, std::uint32_t flag, Rank of) {
    flags_[{of, flag}].add(state(origin).clock.point());
}

void Checker::awaited(const Origin& origin, std::uint32_t flag, Rank of) {
    const auto found = flags_.find({of, flag});
    if (found != flags_.end()) state(origin).clock.join(found->second.known());
    ++joins_;
}

void Checker::thread_started(Rank rank, std::uint32_t number) {
    std::vector<ThreadIndex>& of_rank = threads_of_[at(rank)];
    if (number < of_rank.size()) {
        threads_[of_rank[number]].ended = false;
        return;
    }
    const auto thread = static_cast<ThreadIndex>(threads_.size());
    of_rank.push_back(thread);
    rank_and_number_of_.emplace_back(rank, number);
    shadow_.thread_started(rank);
    threads_.push_back(ThreadState{.clock = {thread, Knowledge::nothing(thread + std::size_t{1})}});
    known_to_all_.push_back(0);
}

void Checker::ended(Rank rank, std::uint32_t thread) {
    threads_[threads_of_[at(rank)][thread]].ended = true;
    ++joins_;
}

// Adds the target side of an operation, or queues it until the target has opened its epoch or granted the lock
// (MM-GATE).
void Checker::reach_target(Toward& toward, WindowId id, Pending operation) {
    const Rank rank = shadow_.ranks()[operation.access.thread];
    Window& window = windows_.of(rank, id);
    if (toward.mode == Mode::fence) {
        FenceRound& round = window.fence(toward.nth, setup_.threads.size());
        const Moment& entry = round.entries[static_cast<std::size_t>(toward.target)].returns;
        if (entry.exists() || toward.nth == 0) return add_to_shadow(operation, {operation.call, entry});
        waits(operation);
        round.waiting.push_back({toward.target, std::move(operation)});
    } else if (toward.mode == Mode::pscw) {
        PairOfGroups::Round& round = window.pairs[{rank, toward.target}].round(toward.nth);
        if (round.posted.exists()) return add_to_shadow(operation, {operation.call, round.posted});
        waits(operation);
        round.waiting.push_back(std::move(operation));
    } else {
        if (toward.known) return add_to_shadow(operation, {operation.call, {}, toward.gates});
        waits(operation);
        toward.pending.push_back(std::move(operation));
        ++window.pending[at(toward.target)];
    }
}

// Takes the moment of a call whose operation waits for its target. By the time of the grant, its thread may be ordered
// after more than the operation. In shared memory the thread may also have stored there, so the call needs a moment of
// its own.
void Checker::waits(Pending& operation) {
    ThreadState& thread = threads_[operation.access.thread];
    if (!operation.call.is_apart()) operation.call = thread.clock.point();
    std::vector<ThreadState::Late>& late = thread.late;
    if (late.empty() || late.back().known != operation.call.others) late.push_back({operation.call.others, 0});
    ++late.back().operations;
}

void Checker::enter(const Pending& pending, const Moment& gate, const Knowledge& gates) {
    std::vector<ThreadState::Late>& late = threads_[pending.access.thread].late;
    const auto of = std::find_if(late.begin(), late.end(),
                                 [&](const ThreadState::Late& one) { return one.known == pending.call.others; });
    if (--of->operations == 0) late.erase(of);
    add_to_shadow(pending, {pending.call, gate, gates});
}

void Checker::add_to_shadow(const Pending& operation, const Start& start) {
    shadow_.add(operation.access, start);
    if (operation.needed != nullptr) operation.needed->add(shadow_.writes_read(operation.access, start));
}

const std::vector<Tick>& Checker::known_to_all() {
    if (joins_ < threads_.size() * std::min<std::size_t>(setup_.clean_up_at, 16)) return known_to_all_;
    joins_ = 0;
    std::vector<std::span<const Tick>> different;
    for (const ThreadState& thread : threads_) {
        const auto add = [&](const Knowledge& known) {
            different.push_back(known.all());
            if (known.apart()) different.push_back(known.all_needs());
        };
        if (!thread.ended) add(thread.clock.now().others);
        for (const ThreadState::Late& late : thread.late) add(late.known);
    }
    using Known = std::span<const Tick>;
    std::sort(different.begin(), different.end(), [](Known a, Known b) { return std::less<>()(a.data(), b.data()); });
    const auto same = [](Known a, Known b) { return a.data() == b.data(); };
    different.erase(std::unique(different.begin(), different.end(), same), different.end());
    if (different.empty()) return known_to_all_;
    std::vector<Tick> min(different.front().begin(), different.front().end());
    min.resize(threads_.size(), 0);
    for (const std::span<const Tick> known : different) {
        for (std::size_t i = 0; i < known.size(); ++i) min[i] = std::min(min[i], known[i]);
        std::fill(min.begin() + static_cast<std::ptrdiff_t>(known.size()), min.end(), 0);
    }
    known_to_all_ = std::move(min);
    shadow_.forget_synchronisations(known_to_all_);
    return known_to_all_;
}

}  // namespace rmasim::memmodel
