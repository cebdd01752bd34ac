#include "sim/timed/ranks/rank_scheduler.h"

#include "sim/programs/program_end.h"
#include "sim/programs/thread_sync.h"
#include "sim/timed/ranks/rank_progress.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

void RankScheduler::schedule_programs() {
    for (const RankState& rank : run_.ranks) {
        for (const Thread& thread : rank.threads()) schedule(thread, 0);
    }
}

void RankScheduler::schedule(const Thread& thread, Time time) {
    run_.loop.schedule(time, Event::of_rank(EventKind::run_rank, thread.rank, thread.number));
}

// Executes a load or store of shared memory. The thread's next step is a separate event, because other ranks of the
// node may access the same memory in between. The function is inlined, because some programs consist mostly of
// accesses.
[[gnu::always_inline]] inline void RankScheduler::access(RankState& rank, Thread& thread, const Instruction& at) {
    cpu_.access(rank, thread, steps_.access(thread, at));
    reschedule_thread(thread);
}

void RankScheduler::run_thread(RankState& rank, Thread& thread, Time now) {
    thread.clock = std::max(thread.clock, now);
    if (rank.is_interrupted()) return repay_interruption(rank, thread);
    if (std::exchange(thread.polls, false)) --rank.polling;
    if (steps_.live() != nullptr) [[unlikely]]
        return run_live(rank, thread, now);
    const Instruction* const at = steps_.advance(thread);
    if (at == nullptr) {
        finish(rank, thread);
    } else if (is_access(*at)) {
        access(rank, thread, *at);
    } else if (at->is<ComputeInstruction>()) {
        compute(rank, thread, steps_.computation(thread, *at), at->as<ComputeInstruction>().polls);
    } else if (is_among_threads(*at)) {
        block_at_sync(rank, thread, *at);
    } else if (thread.alone) {
        begin_call(rank, thread, now);
    } else {
        queue_for_library(rank, thread, now);
    }
}

void RankScheduler::run_live(RankState& rank, Thread& thread, Time now) {
    LivePrograms& live = *steps_.live();
    switch (live.step(thread)) {
        case LiveStep::resume_thread: return;
        case LiveStep::call:
            if (thread.alone) return begin_call(rank, thread, now);
            return queue_for_library(rank, thread, now);
        case LiveStep::compute: return compute(rank, thread, live.computation(thread), false);
        case LiveStep::end: return end_live_program(rank, thread);
    }
}

// Makes the thread's next call wait for its turn among the calls of the rank's threads.
void RankScheduler::queue_for_library(RankState& rank, Thread& thread, Time now) {
    thread.activity = Thread::Activity::at_call;
    ++rank.at_call;
    schedule_library_turn(rank, now);
}

void RankScheduler::compute(RankState& rank, Thread& thread, Time time, bool polls) {
    const Time began = thread.clock;
    if (polls) progress_.begin_polling(rank, thread);
    cpu_.compute(rank, thread, time);
    const Time interrupted = progress_.interruption(thread.rank, began, time);
    if (interrupted > 0) cpu_.work(rank, thread, Cause::agent, interrupted);
    events_.thread_computed(thread, began);
    reschedule_thread(thread);
}

// Adds the time that signals have taken to a computation that would otherwise end at this time.
void RankScheduler::repay_interruption(RankState& rank, Thread& thread) {
    Cpu::advance(thread.clock, std::exchange(rank.rare().interrupted, 0));
    reschedule_thread(thread);
}

void RankScheduler::block_at_sync(RankState& rank, Thread& thread, const Instruction& at) {
    steps_.block_at_sync(thread, at);
    events_.sync_began(thread);
    release_blocked_threads(rank, thread.clock);
}

// Resumes the blocked threads that may continue. Blocked threads have waited outside the library, on their own cores.
void RankScheduler::release_blocked_threads(RankState& rank, Time now) {
    release_blocked(rank.threads(), [&](Thread& thread) {
        events_.sync_ended(thread);
        const Time blocked_at = thread.clock;
        if (now > blocked_at) cpu_.wait(rank, thread, now - blocked_at);
        events_.thread_waited(thread, blocked_at);
        schedule(thread, thread.clock);
    });
}

// Schedules the begin of the next call as an event at the time when the library is free. All threads that wait at a
// call at that time take part in the choice.
void RankScheduler::schedule_library_turn(RankState& rank, Time now) {
    if (rank.turn_scheduled) return;
    rank.turn_scheduled = true;
    run_.loop.schedule(std::max(now, rank.clock), Event::of_rank(EventKind::run_next_library_call, rank.rank()));
}

void RankScheduler::run_next_library_call(RankState& rank, Time now) {
    rank.turn_scheduled = false;
    std::size_t nth = rank.at_call > 1 ? run_.ranks.choose(rank.rank(), rank.at_call) : 0;
    const auto waits = [&](const Thread& thread) { return thread.activity == Thread::Activity::at_call && nth-- == 0; };
    Thread& next = *std::find_if(rank.threads().begin(), rank.threads().end(), waits);
    --rank.at_call;
    begin_call(rank, next, now);
    if (rank.at_call > 0) schedule_library_turn(rank, now);
}

// Begins a call. A call first makes progress: it handles the packets that have arrived since the last call.
void RankScheduler::begin_call(RankState& rank, Thread& thread, Time now) {
    if (!faults_.begins_call(rank, now)) return;
    progress_.wait_until(rank, now);
    thread.call_began = rank.clock;
    thread.activity = Thread::Activity::in_call;
    ++rank.calls;
    cpu_.enter_call(rank);
    CallRequest call = steps_.take_call(thread, *rank.process);
    progress_.drain_inbox(rank);
    thread.makes(call);
    const CallRules::Verdict verdict = rules_.check(rank, thread, call);
    if (verdict == CallRules::Verdict::unmatched) [[unlikely]]
        return;
    if (verdict == CallRules::Verdict::refused) [[unlikely]]
        return refuse_call(rank, thread);
    events_.call_began(thread, call);
    thread.call = rank.process->begin(std::move(call), thread.answer);
    thread.call.start();
    if (rank.calls > 1) {
        rank.process->make_progress();
        complete_calls(rank);
    } else if (thread.call.done()) {
        end_call(rank, thread);
    }
}

// Ends a call that fails at once.
void RankScheduler::refuse_call(RankState& rank, Thread& thread) {
    thread.activity = Thread::Activity::between_calls;
    --rank.calls;
    schedule(thread, rank.clock);
}

void RankScheduler::complete_calls(RankState& rank) {
    if (rank.calls == 0) return;
    // The only call is suspended, as after most packets. So the thread need not be accessed.
    if (rank.calls == 1 && !rank.process->waiting().empty()) return;
    for (Thread& thread : rank.threads()) {
        if (thread.activity == Thread::Activity::in_call && thread.call.done()) end_call(rank, thread);
    }
}

void RankScheduler::end_call(RankState& rank, Thread& thread) {
    errors_.end_run_on_error(thread, [&] { thread.call.result(); });
    steps_.call_returned(thread);
    rules_.returned(thread);
    events_.call_returned(thread);
    thread.call = {};
    thread.activity = Thread::Activity::between_calls;
    --rank.calls;
    schedule(thread, rank.clock);
}

// Ends a running program of a rank. Called for the first thread, in MPI_Finalize. All other threads of the rank have
// exited before.
void RankScheduler::end_live_program(RankState& rank, Thread& thread) {
    for (Thread& other : rank.threads()) {
        if (&other != &thread) finish(rank, other);
    }
    finish(rank, thread);
}

// Ends the thread's program. After the end of its last thread, the rank continues to make progress for other ranks, as
// in MPI_FINALIZE.
void RankScheduler::finish(RankState& rank, Thread& thread) {
    thread.activity = Thread::Activity::finished;
    events_.program_ended(thread);
    ++rank.finished;
    rank.clock = std::max(rank.clock, thread.clock);
    run_.end = std::max(run_.end, rank.clock);
    if (run_.scenario.threads_may_block) release_blocked_threads(rank, thread.clock);
    if (!rank.is_finished()) return;
    errors_.end_run_on_error(thread, [&] { require_closed(*rank.process); });
    ++finished_;
    progress_.drain_inbox(rank);
    rank.process->poll(Poller::rank);
    rank.drop_inbox();
}

}  // namespace rmasim::sim
