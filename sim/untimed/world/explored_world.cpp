#include "sim/untimed/world/explored_world.h"

#include "protocol/base/errors.h"
#include "sim/checkers/diagnosis/epoch_report.h"
#include "sim/programs/program_end.h"
#include "sim/programs/thread_sync.h"
#include "sim/programs/unmatched_message.h"
#include "sim/scenario/json/errors.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr unsigned rank_shift = 16;

std::string name_of_thread(const Thread& thread) {
    return thread.alone ? fmt::format("{}", thread.rank) : fmt::format("{}.{}", thread.rank, thread.number);
}

}  // namespace

void ExploredWorld::reset() {
    UntimedRanks::reset();
    wrong_values_.clear();
    finished_ = 0;
    trouble_.clear();
    implementation_failed_.reset();
    trouble_with_ = 0;
    for (Rank rank = 0; rank < count(); ++rank) {
        for (Thread& thread : threads(rank)) {
            if (thread.program == nullptr || thread.program->code.empty()) finish(thread);
        }
    }
    next_calls_.reset(all_threads().size());
    for (Rank rank = 0; rank < count(); ++rank) renew_next_calls(rank);
}

void ExploredWorld::renew_next_calls(Rank rank) {
    const std::span<const Thread> threads = this->threads(rank);
    const auto first = static_cast<std::size_t>(threads.data() - all_threads().data());
    for (const Thread& thread : threads) {
        const std::size_t nth = first + thread.number;
        if (thread.activity != Thread::Activity::between_calls) {
            next_calls_.remove(nth);
            continue;
        }
        Move& move = next_calls_.put(nth);
        move.thread = thread.number;
        move.rank = thread.rank;
        move.enabled_by = returned_in(thread);
        move.actor = static_cast<Actor>(thread.rank) << rank_shift | thread.number;
    }
}

void ExploredWorld::list_moves(std::vector<Move>& moves) const {
    moves.resize(next_calls_.count() + move_count());
    copy_moves_to(next_calls_.copy_to(moves.data()));
    if (moves.empty()) append_settling(moves);
}

StepResult ExploredWorld::carry_out(const Move& move, Choices& picks) {
    begin_step(picks);
    if (texts_wanted_) last_text_ = text_of(move);
    return try_to_make(move);
}

StepResult ExploredWorld::try_to_make(const Move& move) {
    try {
        make(move);
        return StepResult::continued;
    } catch (const ErroneousProgram& error) {
        if (const auto* const between = dynamic_cast<const usage::BrokenBetween*>(&error)) {
            trouble_with_ = between->other_step;
        }
        const StuckCall broken = broken_call(*this, *at_work_, error);
        trouble_ = fmt::format("{}: {} at {}: {}", at_work_->name(), broken.call, broken.location, broken.reason);
        return StepResult::erroneous;
    } catch (const ProgramStopped& stopped) {
        trouble_ = stopped.text;
        return stopped.result;
    } catch (const BadInput& error) {
        trouble_ = error.what();
        return StepResult::refused;
    } catch (const NotAttached& error) {
        trouble_ = error.what();
        return StepResult::erroneous;
    } catch (const ImplementationFailed& error) {
        trouble_ = sim::text_of(error);
        implementation_failed_ = error.kind;
        return StepResult::broken;
    } catch (const ProtocolError& error) {
        trouble_ = fmt::format("rank {}: {}", move.rank, error.what());
        return StepResult::broken;
    }
}

void ExploredWorld::make(const Move& move) {
    const bool resumes = move.kind == Move::Kind::resume_thread;
    if (move.kind != Move::Kind::nic_ends) end_accumulates(move.rank);
    if (resumes) resume_thread(threads(move.rank)[move.thread]);
    else UntimedRanks::make(move);
    const bool may_return = move.kind != Move::Kind::nic_ends && move.kind != Move::Kind::settle;
    if (may_return && (collect_returned(move.rank) || resumes)) renew_next_calls(move.rank);
    step_made(move.rank, resumes);
}

void ExploredWorld::end_polling(Thread& thread, StepNumber changed) {
    thread.activity = Thread::Activity::between_calls;
    note_returned(thread, changed);
    renew_next_calls(thread.rank);
}

void ExploredWorld::resume_thread(Thread& thread) {
    at_work_ = &thread;
    // The thread of a dead rank still executes this move. The exploration of all orders requires that an enabled move
    // stays enabled. If death disabled the move, the exploration would miss orders in which the move is executed
    // earlier.
    if (dead(thread.rank)) {
        thread.activity = Thread::Activity::finished;
        return;
    }
    continue_program(thread);
}

// Ends the calls that have returned, and the threads that have reached the end of their program. Returns false if there
// are no such calls and threads.
bool ExploredWorld::collect_returned(Rank rank) {
    bool any = false;
    for (Thread& thread : threads(rank)) {
        if (thread.activity != Thread::Activity::in_call) continue;
        at_work_ = &thread;
        if (!end_call(thread)) continue;
        any = true;
        if (returns_from_call(thread)) finish(thread);
    }
    return any;
}

// Releases threads that were blocked by other threads of the rank. Each released thread continues in a step of its own,
// which the current step enables. The end of a thread may release further threads.
void ExploredWorld::release_blocked_threads(Rank rank) {
    release_blocked(threads(rank), [&](Thread& thread) {
        events().sync_ended(thread);
        note_returned(thread);
        if (thread.position == thread.program->code.size()) finish(thread);
    });
}

void ExploredWorld::finish(Thread& thread) {
    thread.activity = Thread::Activity::finished;
    events().program_ended(thread);
    const auto over = [](const Thread& one) { return one.activity == Thread::Activity::finished; };
    const std::span<const Thread> all = threads(thread.rank);
    if (!std::all_of(all.begin(), all.end(), over)) {
        if (scenario().threads_may_block) release_blocked_threads(thread.rank);
        return;
    }
    ++finished_;
    if (thread.program == nullptr) return;
    require_closed(process(thread.rank));
    poll_at_end(thread.rank);
}

std::optional<std::string> ExploredWorld::unsettled() const {
    for (Rank rank = 0; rank < count(); ++rank) {
        try {
            process(rank).require_quiescent();
        } catch (const UnreceivedMessage& error) {
            const auto [location, rule] = unmatched_message(scenario(), error);
            return fmt::format("rank {}: {} at {}: {}", rank, error.what_broke_it, location, rule);
        } catch (const ErroneousProgram& error) {
            return fmt::format("rank {}: {} at the end: {}", rank, error.what_broke_it, error.rule);
        }
    }
    return std::nullopt;
}

std::string ExploredWorld::text_of(const Move& move) const {
    if (move.kind != Move::Kind::resume_thread) return UntimedRanks::text_of(move);
    return name_of_thread(threads(move.rank)[move.thread]) + " goes on";
}

}  // namespace rmasim::sim
