#include "sim/timed/live_session.h"

#include "sim/checkers/diagnosis/hosted_waits.h"
#include "sim/scenario/families/family.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

// Adds the function of SMPI that an awaited rank executes to the cause. `hosted` has the calls of such functions.
void add_call_of_awaited(RunResult& result, const std::vector<StuckCall>& hosted) {
    for (const StuckCall& waiting : result.stuck) {
        for (const Rank awaited : waiting.awaited) {
            const auto call = std::ranges::find(hosted, awaited, &StuckCall::rank);
            if (call == hosted.end()) continue;
            result.cause += fmt::format("; rank {} is in {} at {}", awaited, call->call, call->location);
            return;
        }
    }
}

}  // namespace

LiveSession::LiveSession(const LiveParts& parts, EventHandler& handler)
    : run_(parts.run), faults_(parts.faults), errors_(parts.errors), rules_(parts.rules), progress_(parts.progress),
      scheduler_(parts.scheduler), ending_(parts.ending), handler_(handler), semantics_(run_.checkers.semantics.get()),
      windows_(run_.scenario), other_calls_(static_cast<std::size_t>(run_.scenario.ranks)) {}

void LiveSession::begin(std::function<void()> failed) {
    run_.loop.follow(*run_.live_clock, handler_, std::move(failed));
}

void LiveSession::next_step(Rank rank, ThreadId thread) {
    scheduler_.schedule(thread_of(rank, thread), std::max(run_.ranks[rank].clock, now()));
}

void LiveSession::computes(Rank rank, ThreadId number) {
    const Thread& thread = thread_of(rank, number);
    if (thread.alone) next_step(rank, number);
    else scheduler_.schedule(thread, now());
}

void LiveSession::thread_started(Rank rank, ThreadId number) {
    const Thread& thread =
        number < run_.ranks[rank].threads().size() ? thread_of(rank, number) : run_.ranks.add_thread(rank);
    if (semantics_) semantics_->thread_started(thread);
}

void LiveSession::thread_ended(Rank rank, ThreadId number) {
    if (semantics_) semantics_->thread_ended(thread_of(rank, number));
}

void LiveSession::release_sync_point(Rank rank, ThreadId number, std::uint32_t location, std::uint32_t sign) {
    thread_of(rank, number).location = location;
    if (semantics_) semantics_->release_sync_point(thread_of(rank, number), sign, now());
}

void LiveSession::acquire_sync_point(Rank rank, ThreadId number, std::uint32_t location, std::uint32_t sign) {
    thread_of(rank, number).location = location;
    if (semantics_) semantics_->acquire_sync_point(thread_of(rank, number), sign, now());
}

OtherCallState LiveSession::enter_other_call(Rank number, ThreadId of_thread, OtherFunction function) {
    RankState& rank = run_.ranks[number];
    progress_.wait_until(rank, now());
    run_.ranks.set_now(now());
    if (!faults_.begins_call(rank, rank.clock)) return OtherCallState::died;
    Thread& thread = thread_of(number, of_thread);
    thread.location = function.location;
    if (semantics_) semantics_->other_began(thread, function, rank.clock);
    other_call(thread) = {std::move(function), rank.clock, true};
    ++rank.calls;
    run_.loop.guard([&] {
        progress_.drain_inbox(rank);
        rank.process->poll(Poller::rank);
    });
    return run_.loop.has_failed() ? OtherCallState::failed : OtherCallState::goes_on;
}

OtherCallState LiveSession::leave_other_call(Rank number, ThreadId of_thread, const OtherEnd& end) {
    RankState& rank = run_.ranks[number];
    Thread& thread = thread_of(number, of_thread);
    if (!faults_.alive(rank, now())) return OtherCallState::died;
    progress_.wait_until(rank, now());
    --rank.calls;
    OtherCall& call = other_call(thread);
    call.inside = false;
    thread.location = call.function.location;
    if (semantics_) semantics_->other_returned(thread, call.function, end, rank.clock);
    run_.events.hosted_call_ended(thread, call.function.name, call.began, rank.clock);
    return rank.clock > now() ? OtherCallState::busy : OtherCallState::goes_on;
}

void LiveSession::window_created(const NewWindow& window) {
    run_.accounting.windows_created();
    std::vector<Rank> members;
    for (Rank comm_rank = 0; comm_rank < window.members->size(); ++comm_rank)
        members.push_back(window.members->member(comm_rank));
    windows_.window_created(window.number, members);
    rules_.window_created(window.number, window.nth, members);
    if (run_.checkers.invariants)
        run_.checkers.invariants->window_created(window.number, window.name, window.nth, members, window.shared);
    const auto size = static_cast<Rank>(members.size());
    if (run_.trace != nullptr)
        run_.trace->window_created(window.number, {window.name, size, false, window.comm}, members);
}

void LiveSession::window_ready(Rank rank, WindowId number, std::string name) {
    if (run_.live->segment_of(rank, number).dynamic) run_.digest.omit_displacements_of(number);
    if (semantics_) semantics_->window_created(rank, number, std::move(name));
}

void LiveSession::accessed(Rank rank, ThreadId thread, const ProgramAccess& access) {
    semantics_->accessed(thread_of(rank, thread), access, run_.ranks[rank].clock);
}

void LiveSession::ordered(Rank rank, ThreadId thread, const AtomicOrder& order) {
    semantics_->ordered(thread_of(rank, thread), order, run_.ranks[rank].clock);
}

// For the checker this is a function outside of the core, which neither sends nor receives.
void LiveSession::uses(Rank rank, ThreadId number, const LastingUse& use) {
    const Thread& thread = thread_of(rank, number);
    OtherFunction function;
    function.loads = use.buffers.reads;
    function.stores = use.buffers.writes;
    function.lasts_beyond = true;
    OtherEnd end;
    if (use.ends) end.completed.push_back({use.number, {}});
    else end.made = use.number;
    semantics_->other_began(thread, function, run_.ranks[rank].clock);
    semantics_->other_returned(thread, function, end, run_.ranks[rank].clock);
}

void LiveSession::polled(std::uint32_t location) { semantics_->polled(location); }

void LiveSession::memory_given_back(Rank rank, const ByteRun& bytes) { semantics_->memory_given_back(rank, bytes); }

void LiveSession::window_freed_at(Rank rank, WindowId number) {
    windows_.window_freed(process(rank), number);
    rules_.window_freed(rank, number);
    if (semantics_) semantics_->window_freed_at(rank, number);
}

void LiveSession::add_erroneous(Rank rank, ThreadId number, std::string_view function, std::uint32_t location,
                                const std::string& rule, std::string_view section) {
    Thread& thread = thread_of(rank, number);
    const std::uint32_t current = std::exchange(thread.location, location);
    errors_.add(thread, ErroneousProgram(function, rule).in_section(section));
    thread.location = current;
}

void LiveSession::add_erroneous(Rank rank, ThreadId number, std::uint32_t location, Call call, WindowId window,
                                const ErroneousProgram& error) {
    Thread& thread = thread_of(rank, number);
    thread.location = location;
    thread.making = call;
    thread.window = window;
    errors_.add(thread, error);
}

LiveSession::Unhandled LiveSession::unhandled(Rank rank) const {
    Unhandled found;
    run_.ranks[rank].for_each_arrived([&](const Packet& packet) {
        ++found.packets;
        found.lock_requests += run_.scenario.family->meaning().lock(packet).asks ? 1u : 0u;
    });
    return found;
}

void LiveSession::add_waiting_thread(const ThreadWait& wait, RunResult& result) {
    Thread& thread = thread_of(wait.rank, wait.thread);
    thread.location = wait.location;
    result.stuck.push_back({wait.rank, thread.reported_number(), wait.function,
                            thread.program->location_text(wait.location), wait.awaited});
}

namespace {

bool has_ended_early(LivePrograms& live, Rank rank) { return !live.ended_early(rank).empty(); }

// Removes the waits of ranks whose program has ended without MPI_Finalize: another thread has ended it, so no thread of
// the rank waits any more. A cycle with such a rank is not the cause.
void remove_waits_of_ended(LivePrograms& live, RunResult& result) {
    std::erase_if(result.stuck, [&live](const StuckCall& call) { return has_ended_early(live, call.rank); });
    if (std::ranges::none_of(result.cycle, [&live](Rank rank) { return has_ended_early(live, rank); })) return;
    result.cycle.clear();
    result.cycle_waits.clear();
}

}  // namespace

// Adds two kinds of waiting threads to the result: threads in MPI functions that SMPI executes, and threads that wait
// outside of MPI for other threads of their rank.
void LiveSession::add_stuck_in_hosted_calls(RunResult& result) {
    remove_waits_of_ended(*run_.live, result);
    const std::vector<StuckCall> before = result.stuck;
    std::vector<StuckCall> hosted;
    for (const RankState& rank : run_.ranks) {
        for (Thread& thread : rank.threads()) {
            const OtherCall& call = other_call(thread);
            if (!call.inside || rank.dead || has_ended_early(*run_.live, rank.rank())) continue;
            thread.location = call.function.location;
            thread.call_began = call.began;
            thread.activity = Thread::Activity::in_call;
            HostedWait wait = run_.live->hosted_wait(rank.rank(), thread.number);
            if (wait.awaited.empty()) wait.awaited = "other ranks (a message or a collective call)";
            hosted.push_back({rank.rank(), thread.reported_number(), std::string(call.function.name),
                              thread.program->location_text(call.function.location), std::move(wait.awaited), "",
                              std::move(wait.ranks)});
        }
    }
    result.stuck.insert(result.stuck.end(), hosted.begin(), hosted.end());
    const bool messages = !result.stuck.empty();
    const std::vector<ThreadWait> waits = run_.live->thread_waits();
    for (const ThreadWait& wait : waits) {
        if (!run_.ranks[wait.rank].dead && !has_ended_early(*run_.live, wait.rank)) add_waiting_thread(wait, result);
    }
    std::ranges::stable_sort(result.stuck, {},
                             [](const StuckCall& call) { return std::pair(call.rank, call.thread.value_or(0)); });
    if (result.lost.dead.empty() && result.lost.packets.empty() && result.cycle.empty()) {
        Diagnosis found = cause_among(before, hosted, [this](Rank rank) { return run_.live->ended_early(rank); });
        if (!found.cause.empty()) {
            result.cause = std::move(found.cause);
            result.fix = std::move(found.fix);
            return;
        }
    }
    if (!before.empty()) return add_call_of_awaited(result, hosted);
    if (result.stuck.empty()) return;
    const std::string dead = result.lost.dead.empty() ? "" : text_of(result.lost.dead.front()) + "; ";
    result.cause =
        dead + (messages ? "ranks wait for messages that never arrive"
                         : "threads of a rank wait for each other, or for an event that none of them causes");
}

// Collects the windows, pools and tables of the programs. Windows that were not freed are recorded as if they were
// freed at the end.
void LiveSession::collect_windows(RunResult& result) {
    for (const RankState& rank : run_.ranks) windows_.ends(*rank.process);
    windows_.collect(result);
    for (const Pool& pool : pools_of(run_.scenario)) {
        if (pool.level != PoolLevel::global) continue;
        result.elements[pool.name].time_waited_ns = to_ns(run_.accounting.element_wait(pool.kind));
    }
    if (!result.tables.empty()) run_.accounting.collect_tables(result);
}

RunResult LiveSession::end() {
    ending_.complete([this] {
        if (run_.live_clock != nullptr) {
            run_.loop.rethrow_failure();
            run_.live_clock->require_none_forgotten();
        } else {
            scheduler_.schedule_programs();
            run_.loop.run(handler_);
        }
        ending_.check_end();
    });
    return ending_.result([this](RunResult& result, bool stuck) {
        if (stuck) add_stuck_in_hosted_calls(result);
        collect_windows(result);
    });
}

}  // namespace rmasim::sim
