// Scheduling of a rank's threads. Threads compute concurrently, each on its own core. Inside MPI they take turns, since
// the library has a single clock, which is the clock of the rank. If several threads are ready to begin their next
// call, the rank's random generator chooses one. The generator also chooses if several suspended calls can be resumed.
// A rank with a single thread never needs a random number.
#include "sim/checkers/diagnosis/epoch_report.h"
#include "sim/programs/program_end.h"
#include "sim/programs/thread_sync.h"
#include "sim/timed/simulation.h"
#include "sim/timed/stop_run.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

// Runs a step of the thread's program. An error of the program ends the run.
template <class Step>
auto Simulation::with_error_context(const Thread& thread, Step step) {
    try {
        return step();
    } catch (const ErroneousProgram& error) {
        fail(thread, error);
    }
}

// Executes a load or store of shared memory. The thread's next step is a separate event, because other ranks of the
// node may access the same memory in between. The function is inlined, because some programs consist mostly of
// accesses.
[[gnu::always_inline]] inline void Simulation::access(RankState& rank, Thread& thread, const Instruction& at) {
    with_error_context(thread, [&] { return interpreter_.access(thread, at); });
    cpu_.access(rank, thread, static_cast<std::uint32_t>(bytes_of(at.datatype)));
    reschedule_thread(thread);
}

// Runs the thread's program up to its next call, computation, access to shared memory or synchronisation. Called when
// the thread's core is free.
void Simulation::run_thread(RankState& rank, Thread& thread, Time now) {
    thread.clock = std::max(thread.clock, now);
    if (rank.is_interrupted()) return repay_interruption(rank, thread);
    if (std::exchange(thread.polls, false)) --rank.polling;
    if (live_) [[unlikely]]
        return run_live(rank, thread, now);
    const Instruction* const at = with_error_context(thread, [&] { return interpreter_.advance(thread); });
    if (at == nullptr) {
        finish(rank, thread);
    } else if (is_access(at->kind)) {
        access(rank, thread, *at);
    } else if (at->kind == InstructionKind::compute) {
        compute(rank, thread, interpreter_.computation(thread, *at), at->polls);
    } else if (is_among_threads(at->kind)) {
        block_at_sync(rank, thread, *at);
    } else if (thread.alone) {
        begin_call(rank, thread, now);
    } else {
        queue_for_library(rank, thread, now);
    }
}

// Makes the thread's next call wait for its turn among the calls of the rank's threads.
void Simulation::queue_for_library(RankState& rank, Thread& thread, Time now) {
    thread.activity = Thread::Activity::at_call;
    ++rank.at_call;
    schedule_library_turn(rank, now);
}

void Simulation::compute(RankState& rank, Thread& thread, Time time, bool polls) {
    const Time began = thread.clock;
    if (polls) begin_polling(rank, thread);
    cpu_.compute(rank, thread, time);
    const Time interrupted = agents_.stretched(thread.rank, began, time) - time;
    if (interrupted > 0) cpu_.work(rank, thread, Cause::agent, interrupted);
    events_.thread_computed(thread, began);
    reschedule_thread(thread);
}

// Adds the time that signals have taken to a computation that would otherwise end at this time.
void Simulation::repay_interruption(RankState& rank, Thread& thread) {
    Cpu::advance(thread.clock, std::exchange(rank.rare().interrupted, 0));
    reschedule_thread(thread);
}

void Simulation::block_at_sync(RankState& rank, Thread& thread, const Instruction& at) {
    with_error_context(thread, [&] { interpreter_.block_at_sync(thread, at); });
    events_.sync_began(thread);
    release_blocked_threads(rank, thread.clock);
}

// Resumes the blocked threads that may continue. Blocked threads have waited outside the library, on their own cores.
void Simulation::release_blocked_threads(RankState& rank, Time now) {
    release_blocked(rank.threads(), [&](Thread& thread) {
        events_.sync_ended(thread);
        const Time blocked_at = thread.clock;
        if (now > blocked_at) cpu_.wait(rank, thread, now - blocked_at);
        events_.thread_waited(thread, blocked_at);
        schedule_run(thread, thread.clock);
    });
}

// Schedules the next step of the thread that the current event runs.
void Simulation::reschedule_thread(const Thread& thread) { schedule_run(thread, thread.clock); }

void Simulation::schedule_run(const Thread& thread, Time time) {
    loop_.schedule(time, Event::of_rank(EventKind::run_rank, thread.rank, thread.number));
}

// Schedules the begin of the next call as an event at the time when the library is free. All threads that wait at a
// call at that time take part in the choice.
void Simulation::schedule_library_turn(RankState& rank, Time now) {
    if (rank.turn_scheduled) return;
    rank.turn_scheduled = true;
    loop_.schedule(std::max(now, rank.clock), Event::of_rank(EventKind::run_next_library_call, rank.rank()));
}

void Simulation::run_next_library_call(RankState& rank, Time now) {
    rank.turn_scheduled = false;
    std::size_t nth = rank.at_call > 1 ? ranks_.choose(rank.rank(), rank.at_call) : 0;
    const auto waits = [&](const Thread& thread) { return thread.activity == Thread::Activity::at_call && nth-- == 0; };
    Thread& next = *std::find_if(rank.threads().begin(), rank.threads().end(), waits);
    --rank.at_call;
    begin_call(rank, next, now);
    if (rank.at_call > 0) schedule_library_turn(rank, now);
}

// Begins a call. A call first makes progress: it handles the packets that have arrived since the last call.
void Simulation::begin_call(RankState& rank, Thread& thread, Time now) {
    if (faults_ && !begins_call(rank, now)) return;
    wait_until(rank, now);
    thread.call_began = rank.clock;
    thread.activity = Thread::Activity::in_call;
    ++rank.calls;
    cpu_.enter_call(rank);
    CallRequest call = live_ ? live_->take(thread) : with_error_context(thread, [&] {
        return interpreter_.prepare(thread, thread.current(), *rank.process);
    });
    drain_inbox(rank);
    thread.makes(call);
    if (!usage_ || may_begin(rank, thread, call)) [[likely]] {
        events_.call_began(thread, call);
        thread.call = rank.process->begin(std::move(call), thread.answer);
        thread.call.start();
        if (rank.calls > 1) rank.process->make_progress();
        complete_calls(rank);
    }
}

// Returns false if the call is refused, or if another rank makes a different collective call instead of this call.
bool Simulation::may_begin(RankState& rank, Thread& thread, const CallRequest& call) {
    try {
        if (live_ && live_->handles_errors(thread) && !usage_->permitted(thread, call)) return refuse(rank, thread);
        const usage::CallRecord* const other = usage_->begins(rank.threads(), thread, call);
        if (shared_calls_ != nullptr) shared_calls_->began(thread, call, loop_.now());
        if (usage_->has_broken()) [[unlikely]]
            note_broken(thread);
        return other == nullptr || leave_unmatched(thread, call, *other);
    } catch (const ErroneousProgram& error) {
        fail(thread, error);
    }
}

// The thread remains inside the call, and its rank makes progress. Returns false.
bool Simulation::leave_unmatched(Thread& thread, const CallRequest& call, const usage::CallRecord& other) {
    thread.activity = Thread::Activity::unmatched;
    ranks_.add_unmatched({thread.rank, thread.number, call.call, call.window, other.who->rank, text_of(other)});
    events_.call_unmatched(thread, call);
    return false;
}

// Ends a call that fails at once, and passes the error to the program. Returns false.
bool Simulation::refuse(RankState& rank, Thread& thread) {
    live_->refused(thread);
    thread.activity = Thread::Activity::between_calls;
    --rank.calls;
    schedule_run(thread, rank.clock);
    return false;
}

// Ends the calls that have returned. The programs of their threads continue at the time of the library's clock.
void Simulation::complete_calls(RankState& rank) {
    if (rank.calls == 0) return;
    // The only call is suspended, as after most packets. So the thread need not be accessed.
    if (rank.calls == 1 && !rank.process->waiting().empty()) return;
    for (Thread& thread : rank.threads()) {
        if (thread.activity == Thread::Activity::in_call && thread.call.done()) end_call(rank, thread);
    }
}

void Simulation::end_call(RankState& rank, Thread& thread) {
    with_error_context(thread, [&] { thread.call.result(); });
    if (live_) live_->returned(thread);
    else Interpreter::store_answer(thread);
    if (usage_) {
        usage_->returned(thread);
        if (shared_calls_ != nullptr) shared_calls_->returned(thread, loop_.now());
    }
    events_.call_returned(thread);
    thread.call = {};
    thread.activity = Thread::Activity::between_calls;
    --rank.calls;
    schedule_run(thread, rank.clock);
}

// Ends the thread's program. After the end of its last thread, the rank continues to make progress for other ranks, as
// in MPI_FINALIZE.
void Simulation::finish(RankState& rank, Thread& thread) {
    thread.activity = Thread::Activity::finished;
    events_.program_ended(thread);
    ++rank.finished;
    rank.clock = std::max(rank.clock, thread.clock);
    end_ = std::max(end_, rank.clock);
    if (scenario_.threads_may_block) release_blocked_threads(rank, thread.clock);
    if (!rank.is_finished()) return;
    with_error_context(thread, [&] { require_closed(*rank.process); });
    ++finished_;
    drain_inbox(rank);
    rank.process->poll(Poller::rank);
    rank.drop_inbox();
}

void Simulation::fail(const Thread& thread, const ErroneousProgram& error) {
    note_broken(thread, error);
    throw StopRun{};
}

// Adds the errors of the last call to the result.
void Simulation::note_broken(const Thread& thread) {
    for (const ErroneousProgram& error : usage_->take_broken()) note_broken(thread, error);
}

// Adds an error to the result, unless the result contains the same error for this rank and location.
void Simulation::note_broken(const Thread& thread, const ErroneousProgram& error) {
    constexpr std::size_t max_noted = 50;
    StuckCall broken = broken_call(ranks_, thread, error);
    const bool known = std::ranges::any_of(erroneous_, [&](const StuckCall& one) {
        return one.rank == broken.rank && one.location == broken.location && one.call == broken.call &&
               one.reason == broken.reason;
    });
    if (known || erroneous_.size() == max_noted) return;
    const auto& invariants = checkers_.invariants;
    if (invariants && !before_error_) before_error_.emplace(invariants->violation(), invariants->checked());
    erroneous_.push_back(std::move(broken));
}

}  // namespace rmasim::sim
