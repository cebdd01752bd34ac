#include "tests/explore/worlds.h"

#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/scenario_file.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace rmasim::explore {

using namespace sim;

Scenario world_file(const std::string& name) {
    return parse_scenario(scenario_named(RMASIM_WORLDS, name).document(), ".");
}

std::vector<std::string> world_names(const std::string& folder) {
    constexpr std::string_view end = ".json";
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(RMASIM_WORLDS "/" + folder)) {
        if (entry.path().extension() != end) continue;
        for (std::string name : scenario_names_in(entry.path().string())) {
            name.erase(name.find(end, entry.path().string().size() - end.size()), end.size());
            names.push_back(name.substr(std::string_view(RMASIM_WORLDS "/").size()));
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

Scenario parsed(const std::string& text) { return parse_scenario(parse_json(text), "."); }

Exploration explored(const Scenario& scenario, Reduction reduction, bool calm) {
    return Explorer(scenario, {.reduction = reduction, .limit = 0, .stop_at_failure = false, .calm = calm}).explore();
}

namespace {

std::string class_of(const Scenario& scenario, const Order& order) {
    std::vector<std::string> ranks(static_cast<std::size_t>(scenario.ranks));
    for (const OrderStep& step : order) {
        const Move& move = step.move;
        std::string& rank = ranks[static_cast<std::size_t>(move.rank)];
        rank += move.kind == Move::Kind::resume_thread       ? fmt::format(" thread {}", move.thread)
                : move.kind == Move::Kind::send_completed ? fmt::format(" data {}", move.number)
                : move.kind == Move::Kind::leave_barrier ? fmt::format(" leaves {}", move.number)
                                                     : fmt::format(" packet {} of {}", move.number, move.source);
        for (const Pick& pick : step.picks) rank += fmt::format("/{}", pick.taken);
    }
    std::string whole;
    for (const std::string& rank : ranks) whole += rank + ';';
    return whole;
}

}  // namespace

std::set<std::string> classes_walked(const Scenario& scenario, Reduction reduction, std::uint64_t& runs, bool calm) {
    UntimedWorld world(scenario);
    world.use_calm_barriers(calm);
    Search search(scenario.ranks, reduction, world.nics_tear());
    std::vector<Move> moves;
    std::set<std::string> classes;
    runs = 0;
    do {
        world.reset();
        search.begin_run();
        bool redundant = false;
        for (;;) {
            const Move* move = nullptr;
            if (search.replaying()) {
                move = &search.repeat();
            } else {
                world.list_moves(moves);
                if (moves.empty()) break;
                move = search.choose(moves);
            }
            redundant = move == nullptr;
            if (redundant) break;
            const StepResult result = world.carry_out(*move, search);
            search.step_made(world.footprint());
            search.note_arrivals(world.calm_barriers().arrivals());
            if (result != StepResult::continued) break;
        }
        if (redundant) continue;
        ++runs;
        classes.insert(class_of(scenario, search.order()));
    } while (search.advance());
    return classes;
}

}  // namespace rmasim::explore
