#include "sim/checkers/invariants/checker.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/explore/witness.h"
#include "sim/untimed/fuzz/run/scheduler.h"
#include "sim/untimed/world/untimed_world.h"
#include "sim/untimed/world/waits.h"
#include "tests/corpus/lines.h"
#include "tests/corpus/reports.h"
#include "tests/corpus/texts.h"
#include "tests/property/counter_wraparound.h"

#include <nlohmann/json.hpp>

namespace rmasim::corpus {

using namespace rmasim::sim;

namespace {

constexpr std::size_t max_steps = 3000;  // a broken program may poll for ever

void note_end(UntimedWorld& world, check::Checker& checker, Lines& lines) {
    const Scenario& scenario = world.scenario();
    std::vector<Move> moves;
    world.list_moves(moves);
    if (!world.finished() && moves.empty()) lines.add_all("waits: ", waits_of(world));
    const LostThings lost = world.lost();
    for (const auto& dead : lost.dead) lines.add("lost: {}", text_of(dead));
    for (const auto& pool : lost.shrunken) lines.add("lost: {}", text_of(pool));
    if (!lost.packets.empty()) lines.add("lost: {}", text_of(lost.packets));
    for (const WrongValue& wrong : world.wrong_values().first()) {
        lines.add("wrong: {} {} {} {}", wrong.who, wrong.location, wrong.expected, wrong.got);
    }
    if (const auto* const watch = world.semantics(); watch != nullptr && watch->found_any()) {
        lines.add_all("semantics: ", lines_of(watch->report()));
    }
    if (world.finished()) {
        for (Rank rank = 0; rank < world.count(); ++rank) checker.process_ended(world.process(rank));
        checker.world_ended(world.memory().payloads_in_flight());
    }
    if (checker.violation()) lines.add("violated: {}", words_of(*checker.violation()));
    if (!scenario.data) return;
    for (Rank rank = 0; rank < world.count(); ++rank) {
        for (SpaceId id = 0; id < scenario.spaces(); ++id) {
            world.memory().for_each_page(rank, id, [&](std::uint64_t first, std::span<const std::byte> page) {
                lines.add_bytes(fmt::format("rank {} window {} from {}: ", rank, id, first), page);
            });
        }
    }
}

void note_last(UntimedWorld& world, check::Checker& checker, StepResult result, Lines& lines) {
    if (result == StepResult::continued) note_end(world, checker, lines);
    else lines.add_all("stopped: ", waits_of(world));
}

// Executes a part of a run in another order before the one that counts, as a search does. No state of it may remain.
void use_before(UntimedWorld& world, check::Checker& checker, std::uint64_t seed) {
    fuzz::Scheduler scheduler(seed + 1, world.count());
    fuzz::run_by(scheduler, world, 5 + seed % 60);
    world.reset();
    checker.reset();
}

void add_run(const Scenario& scenario, std::uint64_t seed, Lines& lines) {
    Reports reports(scenario);
    check::Checker checker(scenario);
    UntimedWorld world(scenario, &checker, &reports);
    use_before(world, checker, seed);
    reports.take();
    world.write_texts(true);
    fuzz::Scheduler scheduler(seed, scenario.ranks);
    lines.add("{}", scheduler.description());
    const auto make = [&](const Move& move, std::size_t possible) {
        lines.add("one of {}: {}", possible, world.text_of(move));
        const StepResult made = world.carry_out(move, scheduler);
        lines.add_all("  ", reports.take());
        for (const Touched& one : world.footprint()) lines.add("  touches {} {}", one.word, int(one.touch));
        return made;
    };
    const StepResult result = fuzz::run_by(scheduler, world, make, max_steps);
    lines.add("{} {}", static_cast<int>(result), world.trouble());
    note_last(world, checker, result, lines);
}

void add_end(const Scenario& scenario, std::uint64_t seed, Lines& lines) {
    check::Checker checker(scenario);
    UntimedWorld world(scenario, &checker);
    use_before(world, checker, seed);
    fuzz::Scheduler scheduler(seed, world.count());
    const StepResult result = fuzz::run_by(scheduler, world, max_steps);
    lines.add("{} {} after {}", static_cast<int>(result), world.trouble(), world.steps());
    note_last(world, checker, result, lines);
}

// Adds the wait graph in the middle of a run, as if it ended there. Few states in which calls wait are deadlocks.
void add_waits(const Scenario& scenario, std::uint64_t seed, Lines& lines) {
    check::Checker checker(scenario);
    UntimedWorld world(scenario, &checker);
    std::vector<std::string> before;
    fuzz::Scheduler scheduler(seed, world.count());
    const auto make = [&](const Move& move, std::size_t) {
        const StepResult made = world.carry_out(move, scheduler);
        std::vector<std::string> now = waits_of(world);
        if (now != before) lines.add_all(fmt::format("{}: ", world.steps()), now);
        before = std::move(now);
        return made;
    };
    fuzz::run_by(scheduler, world, make, max_steps);
}

template <class Body>
std::string text_or_refusal(Body body) {
    Lines lines;
    lines.add_or_refusal([&] { body(lines); });
    return lines.take();
}

}  // namespace

std::string untimed_text(const Json& scenario, const std::string& folder, std::uint64_t seed, const Family* family) {
    return text_or_refusal([&](Lines& lines) {
        Scenario read = parse_scenario(scenario, folder);
        if (family != nullptr) read.family = family;
        add_run(read, seed, lines);
    });
}

std::string end_text(const Json& scenario, const std::string& folder, std::uint64_t seed, std::uint32_t first) {
    return text_or_refusal([&](Lines& lines) {
        Scenario read = parse_scenario(scenario, folder);
        const property::CounterWraparound late(*read.family, first);
        if (first != 0) read.family = &late;
        add_end(read, seed, lines);
    });
}

std::string wait_graphs_text(const Json& scenario, std::uint64_t seed, std::uint32_t first) {
    return text_or_refusal([&](Lines& lines) {
        Scenario read = parse_scenario(scenario, ".");
        const property::CounterWraparound late(*read.family, first);
        if (first != 0) read.family = &late;
        add_waits(read, seed, lines);
    });
}

std::string witness_text(const Json& scenario, const std::string& folder) {
    return text_or_refusal([&](Lines& lines) {
        for (const semantics::Witness& one : find_witnesses(parse_scenario(scenario, folder))) {
            lines.add("rank {} thread {} {} {} [{},{}): {} {}", one.rank, one.thread.value_or(99), one.location,
                      one.memory, one.first_byte, one.end_byte, one.one, one.other);
        }
    });
}

}  // namespace rmasim::corpus
