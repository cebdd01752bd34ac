#include "sim/untimed/fuzz/program/random_counters.h"

#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/profiles/profile.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::fuzz {

namespace {

struct Found {
    std::size_t steps = 0;  // number of essential steps of all ranks
    std::size_t barriers = 0;
    bool any = false;
};

std::vector<Found> units_in(const RandomProgram& program) {
    std::vector<Found> found(program.units.size());
    for (const auto& steps : program.steps) {
        for (const Step& step : steps) {
            if (step.more.unit < 0) continue;
            Found& unit = found[static_cast<std::size_t>(step.more.unit)];
            unit.any = true;
            if (step.call == Call::barrier) ++unit.barriers;
            else if (step.more.essential) ++unit.steps;
        }
    }
    return found;
}

std::string torn_unit(const RandomProgram& program) {
    const std::vector<Found> found = units_in(program);
    std::vector<bool> needed(found.size(), false);
    for (std::size_t unit = found.size(); unit-- > 0;) {  // a unit has a greater number than the unit that contains it
        if (!found[unit].any && !needed[unit]) continue;
        const Unit& whole = program.units[unit];
        const std::size_t barriers = whole.barrier ? static_cast<std::size_t>(program.ranks) : 0;
        if (found[unit].steps != whole.steps || found[unit].barriers != barriers) {
            return fmt::format("unit {} is not whole", unit);
        }
        if (whole.within >= 0) needed[static_cast<std::size_t>(whole.within)] = true;
    }
    return {};
}

bool uses_window(const Step& step) {
    return step.call != Call::win_change_comm && description_of(step.call).has(Argument::window);
}

// Returns an error text if a step uses a window that its rank or its target does not have; otherwise an empty text.
std::string stranger(const RandomProgram& program, Rank rank) {
    std::vector<Rank> sizes = program.window_ranks;
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        if (step.thread >= program.threads) return fmt::format("thread {} of {}", step.thread, program.threads);
        if (step.call == Call::win_change_comm) sizes[step.window] = step.more.new_size;
        if (uses_window(step) && std::max(rank, step.target) >= sizes[step.window]) {
            return fmt::format("rank {}: {} without the window", rank, name_of(step.call));
        }
    }
    return {};
}

bool restarts_a_request(const RandomProgram& program) {
    return has_step(program, [](const Step& step) { return step.more.restart; });
}

}  // namespace

std::string illegality_of_counters(const RandomProgram& program) {
    if (program.early_signals && !profile_of(*program.family).keeps_early_signals(*program.settings)) {
        return "signals that arrive before their START, which these settings lose";
    }
    if (!profile_of(*program.family).restarts_requests(*program.settings) && restarts_a_request(program)) {
        return "requests with restart, which these settings refuse";
    }
    std::string trouble = torn_unit(program);
    for (Rank rank = 0; rank < program.ranks && trouble.empty(); ++rank) trouble = stranger(program, rank);
    return trouble;
}

}  // namespace rmasim::fuzz
