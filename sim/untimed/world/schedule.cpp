#include "sim/untimed/world/schedule.h"

#include "sim/scenario/json/errors.h"
#include "sim/untimed/world/written_step.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace rmasim::sim {

namespace {

class ScheduleRunner {
public:
    ScheduleRunner(ExploredWorld& world, const std::string& location) : world_(world), location_(location) {}

    StepResult make(const std::string& text) {
        const WrittenStep step = parse_step(text);
        if (!step.well_formed)
            reject(text, fmt::format("a move, or a move, \"{}\" and numbers", picks_mark));
        world_.list_moves(moves_);
        std::string possible;
        for (const Move& move : moves_) {
            const std::string words = world_.text_of(move);
            if (words == step.move) return carry_out(move, step, text);
            possible += fmt::format("{}\"{}\"", possible.empty() ? "" : ", ", words);
        }
        reject(text, possible.empty() ? "the end of the schedule, because no move is enabled" : possible);
    }

    // Executes the first enabled move. Returns false if no move is enabled.
    bool make_first(StepResult& result) {
        world_.list_moves(moves_);
        if (moves_.empty()) return false;
        RepeatedPicks picks({});
        result = world_.carry_out(moves_.front(), picks);
        return true;
    }

private:
    StepResult carry_out(const Move& move, const WrittenStep& step, const std::string& text) {
        RepeatedPicks picks(step.picks);
        const StepResult result = world_.carry_out(move, picks);
        if (picks.out_of_range()) reject(text, "numbers that choose among the calls that the step releases");
        return result;
    }
    [[noreturn]] void reject(const std::string& text, const std::string& allowed) const {
        throw BadInput(fmt::format("{}[{}]", location_, world_.steps()), '"' + text + '"', allowed);
    }

    ExploredWorld& world_;
    const std::string& location_;
    std::vector<Move> moves_;
};

}  // namespace

std::vector<std::string> words_of(ExploredWorld& world, const Order& order) {
    world.use_calm_barriers(std::ranges::any_of(
        order, [](const OrderStep& step) { return step.move.kind == Move::Kind::leave_barrier; }));
    world.reset();
    std::vector<std::string> words;
    for (const OrderStep& step : order) words.push_back(make_in_words(world, step));
    return words;
}

std::string make_in_words(ExploredWorld& world, const OrderStep& step) {
    std::vector<std::uint16_t> picks;
    for (const Pick& pick : step.picks) picks.push_back(pick.taken);
    RepeatedPicks repeat(std::move(picks));
    world.write_texts(true);
    world.carry_out(step.move, repeat);
    world.write_texts(false);
    return world.text_of_last() + text_of(step.picks);
}

StepResult run_schedule(ExploredWorld& world, const std::vector<std::string>& steps, const std::string& location,
                const std::function<bool()>& may_continue) {
    world.use_calm_barriers(std::ranges::any_of(steps, is_of_calm_barrier));
    world.reset();
    ScheduleRunner runner(world, location);
    StepResult result = StepResult::continued;
    for (const std::string& step : steps) {
        if (result != StepResult::continued || !may_continue()) return result;
        result = runner.make(step);
    }
    while (result == StepResult::continued && may_continue() && runner.make_first(result)) {
    }
    return result;
}

}  // namespace rmasim::sim
