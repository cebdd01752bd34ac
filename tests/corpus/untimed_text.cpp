#include "sim/check/checker.h"
#include "sim/fuzz/scheduler.h"
#include "sim/input/json/errors.h"
#include "sim/input/read/parse.h"
#include "sim/untimed/untimed_world.h"
#include "sim/untimed/waits.h"
#include "tests/corpus/lines.h"
#include "tests/corpus/reports.h"
#include "tests/corpus/texts.h"

#include <nlohmann/json.hpp>

namespace rmasim::corpus {

using namespace rmasim::sim;

void Reports::data_fetched(Rank rank, std::int64_t what, Datatype datatype, std::span<const std::byte> data) {
    Lines line;
    line.add_bytes(fmt::format("{}: fetched for {} {} ", rank, what, name_of(datatype)), data);
    add(line.take());
}

void Reports::call_began(const Thread& thread, const CallRequest& call) {
    add(fmt::format("{} begins {} of window {} at {}", thread.name(), name_of(call.call), call.window, call.target));
}

namespace {

constexpr std::size_t most_steps = 3000;  // a broken program may poll for ever

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
        lines.add("wrong: {} {} {} {}", wrong.who, wrong.place, wrong.expected, wrong.got);
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
        for (WindowId id = 0; id < scenario.windows.size(); ++id) {
            world.memory().for_each_page(rank, id, [&](std::uint64_t first, std::span<const std::byte> page) {
                lines.add_bytes(fmt::format("rank {} window {} from {}: ", rank, id, first), page);
            });
        }
    }
}

void play(const Scenario& scenario, std::uint64_t seed, Lines& lines) {
    Reports reports(scenario);
    check::Checker checker(scenario, &reports);
    UntimedWorld world(scenario, checker);
    world.reset();
    world.write_texts(true);
    fuzz::Scheduler scheduler(seed, scenario.ranks);
    lines.add("{}", scheduler.description());
    std::vector<Move> moves;
    StepResult result = StepResult::went_on;
    std::size_t steps = 0;
    for (world.list_moves(moves); result == StepResult::went_on && !moves.empty() && steps < most_steps;
         world.list_moves(moves), ++steps) {
        const Move move = moves[scheduler.choose(moves)];
        lines.add("one of {}: {}", moves.size(), world.text_of(move));
        result = world.carry_out(move, scheduler);
        lines.add_all("  ", reports.take());
        for (const Touched& one : world.footprint()) lines.add("  touches {} {}", one.word, static_cast<int>(one.touch));
    }
    lines.add("{} {}", static_cast<int>(result), world.trouble());
    if (result == StepResult::went_on) note_end(world, checker, lines);
}

}  // namespace

std::string untimed_text(const Json& scenario, const std::string& folder, std::uint64_t seed) {
    Lines lines;
    try {
        play(parse_scenario(scenario, folder), seed, lines);
    } catch (const BadInput& refused) {
        lines.add("refused: {}", refused.what());
    } catch (const std::overflow_error& refused) {
        lines.add("refused: {}", refused.what());
    }
    return lines.take();
}

}  // namespace rmasim::corpus
