// Simulation of MPI programs that run at the same time (sim/programs/live_programs.h). SimGrid's engine drives the run.
// The engine runs the programs, executes the MPI functions that the core does not implement, and calls the event loop
// by alarms.
#include "sim/timed/simulation.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

void Simulation::begin(std::function<void()> failed) { loop_.follow(*live_clock_, *this, std::move(failed)); }

void Simulation::next_step(Rank rank, ThreadId thread) {
    schedule_run(thread_of(rank, thread), std::max(ranks_[rank].clock, loop_.simgrid_time()));
}

void Simulation::computes(Rank rank, ThreadId number) {
    const Thread& thread = thread_of(rank, number);
    if (thread.alone) next_step(rank, number);
    else schedule_run(thread, loop_.simgrid_time());
}

void Simulation::thread_started(Rank rank, ThreadId number) {
    const Thread& thread = number < ranks_[rank].threads().size() ? thread_of(rank, number) : ranks_.add_thread(rank);
    if (checkers_.semantics) checkers_.semantics->thread_started(thread);
}

void Simulation::thread_ended(Rank rank, ThreadId number) {
    if (checkers_.semantics) checkers_.semantics->thread_ended(thread_of(rank, number));
}

void Simulation::release_sync_point(Rank rank, ThreadId number, std::uint32_t location, std::uint32_t sign) {
    thread_of(rank, number).location = location;
    if (checkers_.semantics) checkers_.semantics->release_sync_point(thread_of(rank, number), sign, loop_.simgrid_time());
}

void Simulation::acquire_sync_point(Rank rank, ThreadId number, std::uint32_t location, std::uint32_t sign) {
    thread_of(rank, number).location = location;
    if (checkers_.semantics) checkers_.semantics->acquire_sync_point(thread_of(rank, number), sign, loop_.simgrid_time());
}

void Simulation::run_live(RankState& rank, Thread& thread, Time now) {
    switch (live_->step(thread)) {
        case LiveStep::resume_thread: return;
        case LiveStep::call:
            if (thread.alone) return begin_call(rank, thread, now);
            return queue_for_library(rank, thread, now);
        case LiveStep::compute: return compute(rank, thread, live_->computation(thread), false);
        case LiveStep::end: return end_program(rank, thread);
    }
}

// Ends a rank's program. Called for the first thread, in MPI_Finalize. All other threads of the rank have exited
// before.
void Simulation::end_program(RankState& rank, Thread& thread) {
    for (Thread& other : rank.threads()) {
        if (&other != &thread) finish(rank, other);
    }
    finish(rank, thread);
}

OtherCallState Simulation::enter_other_call(Rank number, ThreadId of_thread, OtherFunction function) {
    RankState& rank = ranks_[number];
    wait_until(rank, loop_.simgrid_time());
    ranks_.set_now(loop_.simgrid_time());
    if (faults_ && !begins_call(rank, rank.clock)) return OtherCallState::died;
    Thread& thread = thread_of(number, of_thread);
    thread.location = function.location;
    if (checkers_.semantics) checkers_.semantics->other_began(thread, function, rank.clock);
    other_call(thread) = {std::move(function), rank.clock, true};
    ++rank.calls;
    loop_.guard([&] {
        drain_inbox(rank);
        rank.process->poll(Poller::rank);
    });
    return loop_.has_failed() ? OtherCallState::failed : OtherCallState::goes_on;
}

OtherCallState Simulation::leave_other_call(Rank number, ThreadId of_thread, const OtherEnd& end) {
    RankState& rank = ranks_[number];
    Thread& thread = thread_of(number, of_thread);
    if (faults_ && !alive_at(rank, loop_.simgrid_time())) return OtherCallState::died;
    wait_until(rank, loop_.simgrid_time());
    --rank.calls;
    OtherCall& call = other_call(thread);
    call.inside = false;
    thread.location = call.function.location;
    if (checkers_.semantics) checkers_.semantics->other_returned(thread, call.function, end, rank.clock);
    events_.hosted_call_ended(thread, call.function.name, call.began, rank.clock);
    return rank.clock > loop_.simgrid_time() ? OtherCallState::busy : OtherCallState::goes_on;
}

void Simulation::window_created(const NewWindow& window) {
    accounting_.windows_created();
    std::vector<Rank> members;
    for (Rank comm_rank = 0; comm_rank < window.members->size(); ++comm_rank)
        members.push_back(window.members->member(comm_rank));
    windows_->window_created(window.number, members);
    usage_->window_created(window.number, window.nth, members);
    if (checkers_.invariants) checkers_.invariants->window_created(window.number, window.name, window.nth, members, window.shared);
    const auto size = static_cast<Rank>(members.size());
    if (trace_ != nullptr) trace_->window_created(window.number, {window.name, size, false, window.comm}, members);
}

void Simulation::window_ready(Rank rank, WindowId number, std::string name) {
    if (live_->is_dynamic(rank, number)) digest_.omit_displacements_of(number);
    if (checkers_.semantics) checkers_.semantics->window_created(rank, number, std::move(name));
}

void Simulation::accessed(Rank rank, ThreadId thread, const ProgramAccess& access) {
    checkers_.semantics->accessed(thread_of(rank, thread), access, ranks_[rank].clock);
}

void Simulation::ordered(Rank rank, ThreadId thread, const AtomicOrder& order) {
    checkers_.semantics->ordered(thread_of(rank, thread), order, ranks_[rank].clock);
}

void Simulation::polled(std::uint32_t location) { checkers_.semantics->polled(location); }

void Simulation::memory_given_back(Rank rank, const ByteRun& bytes) { checkers_.semantics->memory_given_back(rank, bytes); }

void Simulation::window_freed_at(Rank rank, WindowId number) {
    windows_->window_freed(process(rank), number);
    if (checkers_.semantics) checkers_.semantics->window_freed_at(rank, number);
}

void Simulation::add_erroneous(Rank rank, ThreadId number, std::string_view function, std::uint32_t location,
                               const std::string& rule) {
    Thread& thread = thread_of(rank, number);
    const std::uint32_t current = std::exchange(thread.location, location);
    note_broken(thread, ErroneousProgram(function, rule));
    thread.location = current;
}

void Simulation::add_waiting_thread(const ThreadWait& wait, RunResult& result) {
    Thread& thread = thread_of(wait.rank, wait.thread);
    thread.location = wait.location;
    result.stuck.push_back({wait.rank, thread.reported_number(), wait.function,
                            thread.program->location_text(wait.location), wait.awaited});
}

// Adds two kinds of waiting threads to the result: threads in MPI functions that SMPI executes, and threads that wait
// outside of MPI for other threads of their rank.
void Simulation::add_stuck_in_hosted_calls(RunResult& result) {
    const bool none_before = result.stuck.empty();
    for (const RankState& rank : ranks_) {
        for (Thread& thread : rank.threads()) {
            const OtherCall& call = other_call(thread);
            if (!call.inside || rank.dead) continue;
            thread.location = call.function.location;
            thread.call_began = call.began;
            thread.activity = Thread::Activity::in_call;
            result.stuck.push_back({rank.rank(), thread.reported_number(), std::string(call.function.name),
                                    thread.program->location_text(call.function.location),
                                    "other ranks (a message or a collective call)"});
        }
    }
    const bool messages = !result.stuck.empty();
    const std::vector<ThreadWait> waits = live_->thread_waits();
    for (const ThreadWait& wait : waits) {
        if (!ranks_[wait.rank].dead) add_waiting_thread(wait, result);
    }
    std::ranges::stable_sort(result.stuck, {},
                             [](const StuckCall& call) { return std::pair(call.rank, call.thread.value_or(0)); });
    if (!none_before || result.stuck.empty()) return;
    const std::string dead = result.lost.dead.empty() ? "" : text_of(result.lost.dead.front()) + "; ";
    result.cause =
        dead + (messages ? "ranks wait for messages that never arrive"
                         : "threads of a rank wait for each other, or for an event that none of them causes");
}

RunResult Simulation::end() {
    return result_of([this] {
        loop_.rethrow_failure();
        live_clock_->require_none_forgotten();
        check_end();
    });
}

}  // namespace rmasim::sim
