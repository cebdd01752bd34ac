#include "sim/timed/run_ending.h"

#include "sim/checkers/diagnosis/wait_report.h"
#include "sim/checkers/usage/fixes.h"
#include "sim/programs/unmatched_message.h"
#include "sim/timed/collect.h"
#include "sim/timed/stop_run.h"

#include <fmt/format.h>

#include <stdexcept>
#include <tuple>

namespace rmasim::sim {

namespace {

// Links an error to the section of the page of rules, and adds the repair.
StuckCall in_section(std::string_view section, StuckCall error) {
    error.page = page_of(section);
    error.fix = usage::fix_of(section, std::nullopt, [](Call call) { return name_of(call); });
    return error;
}

}  // namespace

void RunEnding::stop_if_violated() const {
    if (run_.checkers.invariants->violation() && faults_.lost_nothing() && errors_.none()) throw StopRun{};
}

void RunEnding::complete(const std::function<void()>& work) {
    try {
        work();
    } catch (const RunInterrupted&) {
        interrupted_ = true;
    } catch (const StopRun&) {
    } catch (const NotAttached& error) {
        errors_.add(in_section("not_attached", {error.origin, std::nullopt, error.operation,
                                                fmt::format("rank {}", error.target), error.rule}));
    } catch (const ImplementationFailed& error) {
        if (errors_.none()) failed_ = error;
    } catch (const ProtocolError& error) {
        // The core requires a correct program and a network without losses. After an error of the program or a loss, it
        // may reach a state that it cannot handle, and raise this error.
        if (errors_.none() && faults_.lost_nothing()) throw;
        if (errors_.none())
            broken_ = fmt::format("after the loss of a packet, the protocol reached a state that no clause allows: {}",
                                  error.what());
    }
    drain_store_buffers();
}

bool RunEnding::completes(const std::function<void()>& work) {
    try {
        work();
    } catch (const RunInterrupted&) {
        interrupted_ = true;
    } catch (const StopRun&) {
        return false;
    } catch (const ProtocolError&) {
        return false;
    } catch (const std::runtime_error&) {
        return false;
    }
    return true;
}

void RunEnding::check_end() {
    if (!all_finished()) return;
    if (faults_.lost_nothing()) require_quiescent();
    check::InvariantChecker* const invariants = run_.checkers.invariants.get();
    if (invariants == nullptr) return;
    for (const RankState& rank : run_.ranks) invariants->process_ended(*rank.process);
    invariants->world_ended(run_.memory.payloads_in_flight());
}

void RunEnding::require_quiescent() {
    for (const RankState& rank : run_.ranks) {
        try {
            rank.process->require_quiescent();
        } catch (const UnreceivedMessage& error) {
            const auto [location, rule] = unmatched_message(run_.scenario, error);
            errors_.add(
                in_section("unreceived_message", {rank.rank(), std::nullopt, error.what_broke_it, location, rule}));
            throw StopRun{};
        } catch (const ErroneousProgram& error) {
            errors_.add({rank.rank(), std::nullopt, error.what_broke_it, "the end", error.rule});
            throw StopRun{};
        }
    }
}

void RunEnding::drain_store_buffers() {
    SharedMemory* const machine = run_.memory.machine();
    if (machine == nullptr) return;
    for (Rank rank = 0; rank < run_.scenario.ranks; ++rank) machine->drain_store_buffers(rank);
}

RunResult RunEnding::result(const std::function<void(RunResult&, bool)>& add) {
    RunResult result;
    collect_counts(result);
    set_outcome(result);
    const bool stuck = is_stuck(result);
    if (stuck) collect_waits(run_, result);
    if (run_.checkers.semantics) result.semantics = run_.checkers.semantics->report();
    if (result.outcome == Outcome::finished && result.semantics && result.semantics->count > 0) {
        result.outcome = Outcome::erroneous;
    }
    result.is_of_program = run_.live != nullptr;
    result.is_cut_short = result.outcome == Outcome::erroneous && !all_finished();
    collect_ranks(run_, result);
    if (add) add(result, stuck);
    result.digest = run_.digest.hex();
    if (run_.trace != nullptr) trace_unfinished(run_, result.stuck);
    return result;
}

void RunEnding::collect_counts(RunResult& result) {
    result.time = run_.end;
    if (interrupted_ && run_.live == nullptr) cut_computations();
    run_.accounting.collect(result);
    collect_scenario(run_, result);
    result.wrong_values = steps_.wrong_values().first();
    result.wrong_value_count = steps_.wrong_values().count();
    result.lost = faults_.lost_things();
    result.lost_counts = {result.lost.dead.size(), result.lost.packets.size(), result.lost.shrunken.size()};
    result.with_faults = faults_.any();
    result.packets_to_the_dead = faults_.packets_to_the_dead();
    if (run_.checkers.invariants) std::tie(result.violation, result.checked) = errors_.checked();
    const TimedMutexes* const mutexes = progress_.mutexes();
    if (mutexes != nullptr) result.mutexes = mutexes->counts();
    if (mutexes == nullptr || run_.scenario.platform.memory.coherent) result.caches.reset();
    if (run_.scenario.progress == Progress::agent) result.agent_looks = progress_.agent_looks();
}

// Takes back those parts of computations that are after the end of an interrupted run, because a computation is charged
// as a whole when it begins.
void RunEnding::cut_computations() {
    for (const RankState& rank : run_.ranks) {
        for (const Thread& thread : rank.threads()) {
            const bool computes = thread.activity == Thread::Activity::between_calls && thread.position > 0 &&
                                  thread.current().is<ComputeInstruction>();
            if (computes && thread.clock > run_.end)
                run_.accounting.cpu().take_back(rank, Cause::compute, thread.clock - run_.end);
        }
    }
}

bool RunEnding::is_stuck(const RunResult& result) const {
    return result.outcome == Outcome::deadlock || (result.outcome == Outcome::lost_rank && broken_.empty());
}

void RunEnding::set_outcome(RunResult& result) {
    if (interrupted_) {
        result.outcome = Outcome::interrupted;
    } else if (result.violation && result.lost.nothing_needed()) {
        result.outcome = Outcome::violation;
    } else if (failed_) {
        result.outcome = failed_->kind == FailureKind::crash ? Outcome::crash : Outcome::assertion;
        result.stuck = stuck_calls(run_.ranks, result.lost);
        result.cause = text_of(*failed_);
    } else if (!broken_.empty()) {
        result.outcome = result.lost.dead.empty() ? Outcome::lost_packet : Outcome::lost_rank;
        result.cause = broken_;
    } else if (!errors_.none()) {
        result.outcome = Outcome::erroneous;
        result.stuck = errors_.all();
    } else if (!all_finished()) {
        result.outcome = result.lost.dead.empty() ? Outcome::deadlock : Outcome::lost_rank;
    } else if (!result.lost.packets.empty()) {
        result.outcome = Outcome::lost_packet;
        result.cause = "all programs ended, but " + text_of(result.lost.packets);
    }
}

}  // namespace rmasim::sim
