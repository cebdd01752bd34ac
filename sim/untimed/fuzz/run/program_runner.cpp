#include "sim/untimed/fuzz/run/program_runner.h"

#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/lower/program_compiler.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/random_dynamic.h"
#include "sim/untimed/fuzz/run/scheduler.h"
#include "sim/untimed/profiles/profile.h"
#include "sim/untimed/world/untimed_world.h"
#include "sim/untimed/world/waits.h"
#include "sim/untimed/world/wrong_loads.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::fuzz {

using sim::StepResult;
using sim::UntimedWorld;

namespace {

// Maximum number of steps of a run. A random program normally has a few hundred steps.
constexpr std::size_t max_steps = 200'000;

// Returns a recorded fault of the implementation that explains the symptom; empty if there is none. The fault concerns
// a lock. If the run is stuck, the fault may also be the reason why a wait never ends.
std::string fault_in(const UntimedWorld& world, WindowId windows, Symptom symptom) {
    std::string found;
    for (Rank rank = 0; rank < world.count() && found.empty(); ++rank) {
        const Process& process = world.process(rank);
        for (WindowId id = 0; id < windows && found.empty(); ++id) {
            found = process.fault({Call::none, id, Awaited::lock_granted, no_rank});
        }
        if (symptom != Symptom::stuck && symptom != Symptom::cause) continue;
        process.waiting().for_each([&](const WaitReason& reason) {
            if (found.empty()) found = process.fault(reason);
        });
    }
    return found;
}

// Returns the expected memory of a window. If the window is dynamic, returns the expected memory of the buffer with its
// blocks; no rank writes to the bytes around the blocks.
std::vector<std::byte> whole_memory(const RandomProgram& program, const SequentialModel& model, Rank rank,
                                    WindowId window) {
    const std::vector<std::byte>& blocks = model.window(rank, window);
    if (!program.is_dynamic(window)) return blocks;
    std::vector<std::byte> buffer(buffer_bytes(program, window, rank));
    std::copy(blocks.begin(), blocks.end(),
              buffer.begin() + static_cast<std::ptrdiff_t>(blocks_of(program, window, rank).first));
    return buffer;
}

// Lists the enabled moves. If the program has no agent, polls between calls are omitted, unless no other move is
// enabled.
void list_moves(const UntimedWorld& world, std::vector<sim::Move>& moves) {
    world.list_moves(moves);
    const auto end =
        std::remove_if(moves.begin(), moves.end(), [&world](const sim::Move& move) { return world.needs_agent(move); });
    if (end != moves.begin()) moves.erase(end, moves.end());
}

}  // namespace

std::string_view name_of(Symptom symptom) {
    constexpr std::string_view names[] = {"invariant", "protocol", "erroneous", "stuck",    "cause",
                                          "memory",    "endless",  "semantics", "counters", "loads"};
    return names[static_cast<std::size_t>(symptom)];
}

sim::Order MadeSteps::order() const {
    sim::Order order;
    for (const sim::Move& move : moves_) order.push_back({move, {}});
    for (const PickInStep& one : picks_) order[one.step - 1].picks.push_back(one.pick);
    return order;
}

ProgramRunner::ProgramRunner(const RandomProgram& program)
    : program_(program), scenario_(sim::parse_scenario(machine_of(program), ".")), calls_(calls_of_ranks(program)),
      counters_(program) {
    compile_programs(program, scenario_);
    // Memory is compared only at the end: before, the private copy of a window may lack data of completed calls.
    at_the_end_ = program.propagation != sim::Propagation::eager;
    SequentialModel model(program);
    model.run();
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (WindowId id = 0; id < program.windows; ++id) expected_.push_back(whole_memory(program, model, rank, id));
        expected_.push_back(results_window(program, rank, model.results(rank)));
    }
}

// Each run has new checkers, because the checks depend on the settings. The checkers are constructed at the same
// addresses, because the world keeps references to them.
void ProgramRunner::begin_run() {
    made_.clear();
    checker_.reset();
    live_.emplace(program_, calls_);
    checker_.emplace(scenario_);
    if (world_) world_->reset();
    else world_.emplace(scenario_, &*checker_, &*live_);
    settings_ = scenario_.protocol;
    live_->watch(world_->memory());
}

std::optional<Finding> ProgramRunner::run(std::uint64_t seed) {
    Scheduler scheduler(seed, program_.ranks);
    scheduler_ = scheduler.description();
    begin_run();
    UntimedWorld& world = *world_;
    sim::check::Checker& checker = *checker_;
    LiveCheck& live = *live_;
    RecordedPicks picks(scheduler, made_);
    fault_.clear();
    StepResult result = StepResult::continued;
    for (list_moves(world, moves_); result == StepResult::continued && !moves_.empty(); list_moves(world, moves_)) {
        if (made_.size() == max_steps) {
            return unless_known(world, failed(Symptom::endless, {fmt::format("{} steps", max_steps)}));
        }
        const sim::Move& move = moves_[scheduler.choose(moves_)];
        made_.add(move);
        result = world.carry_out(move, picks);
        if (checker.violation() || (live.wrong() && !at_the_end_)) break;
    }
    // After a loss, a later packet may end a wait for the lost packet. Memory may then have any values.
    if (!world.lost().packets.empty() && (checker.violation() || live.wrong() || result != StepResult::continued)) {
        return std::nullopt;
    }
    if (live.wrong() && !at_the_end_ && !checker.violation()) {
        return unless_known(world, failed(Symptom::memory, {*live.wrong()}));
    }
    return unless_known(world, judge_end(world, checker, result));
}

// Returns nullopt if a fault that the family records explains the finding. Such faults are part of the recorded
// behaviour of a real implementation.
std::optional<Finding> ProgramRunner::unless_known(const UntimedWorld& world, std::optional<Finding> finding) {
    if (!finding) return finding;
    fault_ = world.implementation_failed() ? world.trouble() : fault_in(world, program_.windows, finding->symptom);
    const bool known = !fault_.empty() && profile_of(*scenario_.family).may_fail_by(fault_, *scenario_.protocol);
    return known ? std::nullopt : finding;
}

std::optional<Finding> ProgramRunner::judge_end(const UntimedWorld& world, sim::check::Checker& checker,
                                                StepResult result) {
    if (checker.violation()) return failed(*checker.violation());
    if (result == StepResult::erroneous) return failed(Symptom::erroneous, {world.trouble()});
    if (result == StepResult::refused) return failed(Symptom::erroneous, {world.trouble()});
    if (result == StepResult::broken) return failed(Symptom::protocol, {world.trouble()});
    if (!world.finished()) return judge_hang(world);
    if (const auto* const watch = world.semantics(); watch != nullptr && watch->found_any()) {
        return failed(Symptom::semantics, lines_of(watch->report()));
    }
    if (!world.lost().packets.empty()) return std::nullopt;  // memory may lack the data of the lost packet
    if (!sim::loads_are_right(world)) return failed(Symptom::loads, sim::wrong_loads(world));
    if (const auto undone = world.unsettled()) return failed(Symptom::erroneous, {*undone});
    for (Rank rank = 0; rank < program_.ranks; ++rank) checker.process_ended(world.process(rank));
    checker.world_ended(world.memory().payloads_in_flight());
    if (checker.violation()) return failed(*checker.violation());
    if (auto wrong = compare(world)) return wrong;
    return compare_counters(world);
}

// Checks the report of a run that cannot finish. If a packet or a rank was lost, the report must begin with this loss.
std::optional<Finding> ProgramRunner::judge_hang(const UntimedWorld& world) {
    const sim::LostThings lost = world.lost();
    const std::vector<std::string> waits = sim::waits_of(world);
    if (lost.dead.empty() && lost.packets.empty()) return failed(Symptom::stuck, waits);
    const std::string named = lost.dead.empty() ? text_of(lost.packets.front()) : text_of(lost.dead.front());
    if (waits.front().find(named) != std::string::npos) return std::nullopt;
    return failed(Symptom::cause, waits);
}

std::optional<Finding> ProgramRunner::compare_counters(const UntimedWorld& world) {
    for (Rank rank = 0; rank < program_.ranks; ++rank) {
        for (WindowId id = 0; id < program_.windows; ++id) {
            const auto wrong = counters_.difference(*program_.family, world.process(rank), rank, id);
            if (!wrong) continue;
            return failed(Symptom::counters,
                          {fmt::format("rank {}, window {}: {}", rank, scenario_.windows[id].name, *wrong)});
        }
    }
    return std::nullopt;
}

std::optional<Finding> ProgramRunner::compare(const UntimedWorld& world) {
    auto expected = expected_.begin();
    for (Rank rank = 0; rank < program_.ranks; ++rank) {
        for (WindowId id = 0; id <= program_.windows; ++id, ++expected) {
            const sim::SpaceId space = id < program_.windows ? blocks_of(program_, id, rank).space : id;
            const auto got = world.memory().contents(rank, space);
            if (same_bytes(got, *expected)) continue;
            const auto [at, wanted] = std::mismatch(got.begin(), got.end(), expected->begin(), expected->end());
            return failed(Symptom::memory,
                          {fmt::format("rank {}, {} {}: byte {} is {}, and should be {}", rank,
                                       kind_of_space(scenario_.windows, space), scenario_.space(space).name,
                                       at - got.begin(), static_cast<int>(*at), static_cast<int>(*wanted))});
        }
    }
    return std::nullopt;
}

}  // namespace rmasim::fuzz
