#include "tests/explore/litmus.h"

#include "sim/untimed/world/untimed_world.h"
#include "sim/untimed/world/wrong_loads.h"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

namespace rmasim::explore {

using namespace sim;

namespace {

constexpr std::size_t words = 3;
constexpr std::uint64_t word_apart = 64;

bool is_word(char name) { return name >= 'x'; }
std::uint64_t disp_of(char name) { return static_cast<std::uint64_t>(name - 'x') * word_apart; }

std::string call(const std::string& text) {
    if (text == "sync") return R"({"sync": {}})";
    const char left = text.at(0);
    const std::string right = text.substr(2);
    if (is_word(left)) {
        return fmt::format(R"({{"store": {{"target": 0, "datatype": "int64", "disp": {}, "value": {}}}}})",
                           disp_of(left), right);
    }
    return fmt::format(R"({{"load": {{"target": 0, "datatype": "int64", "disp": {}, "as": "{}"}}}})",
                       disp_of(right.at(0)), left);
}

std::string calls(const std::string& program) {
    std::string all = R"({"lock_all": {"assert": ["nocheck"]}})";
    std::istringstream texts(program);
    for (std::string text; texts >> text;) all += ", " + call(text);
    return all + R"(, {"unlock_all": {}})";
}

std::string outcome_of(const Scenario& scenario, const UntimedWorld& world) {
    std::string text;
    for (Rank rank = 0; rank < scenario.ranks; ++rank) {
        const std::span<const std::int64_t> variables = world.threads(rank).front().variables;
        for (std::size_t slot = first_own_slot; slot < variables.size(); ++slot) {
            text += fmt::format("{}", variables[slot]);
        }
    }
    text += '|';
    for (std::uint64_t word = 0; word < words; ++word) {
        text += fmt::format("{}", world.memory().content(0, 0, word * word_apart, Datatype::int64));
    }
    // Runs that differ only in the order of their wrong loads count as equal.
    std::vector<std::string> lines = wrong_loads(world);
    std::sort(lines.begin(), lines.end());
    for (const std::string& line : lines) text += "; " + line;
    return text;
}

// Executes one run. Returns false if the run was abandoned.
bool run_one(UntimedWorld& world, Search& search) {
    world.reset();
    search.begin_run();
    std::vector<Move> moves;
    for (;;) {
        const Move* move = nullptr;
        if (search.replaying()) {
            move = &search.repeat();
        } else {
            world.list_moves(moves);
            if (moves.empty()) return true;
            move = search.choose(moves);
            if (move == nullptr) return false;
        }
        const StepResult result = world.carry_out(*move, search);
        search.step_made(world.footprint());
        if (result != StepResult::continued) throw std::runtime_error(world.trouble());
    }
}

}  // namespace

std::string litmus(const std::string& order, const std::vector<std::string>& programs, const std::string& settings) {
    std::string text;
    for (std::size_t rank = 0; rank < programs.size(); ++rank) {
        text +=
            fmt::format(R"({}{{"ranks": "{}", "calls": [{}]}})", rank == 0 ? "" : ", ", rank, calls(programs[rank]));
    }
    return fmt::format(R"({{"name": "litmus", "ranks": {0}, "windows": {{"w": {{"bytes": {1}, "shared": true}}}},
                            "platform": {{"ranks_per_node": {0}, "memory": {{"order": "{2}"{3}}}}},
                            "programs": [{4}]}})",
                       programs.size(), words * word_apart, order, settings, text);
}

Outcomes outcomes_of(const Scenario& scenario, Reduction reduction, std::uint64_t limit) {
    UntimedWorld world(scenario);
    Search search(scenario.ranks, reduction, world.nics_tear());
    Outcomes found;
    bool more = true;
    for (; more && found.runs < limit; more = search.advance()) {
        if (!run_one(world, search)) {
            ++found.redundant;
            continue;
        }
        ++found.runs;
        found.all.insert(outcome_of(scenario, world));
    }
    found.exhausted = !more;
    return found;
}

namespace {

template <class Part>
std::set<std::string> parts(const Outcomes& outcomes, Part part) {
    std::set<std::string> all;
    for (const std::string& outcome : outcomes.all) all.insert(part(outcome, outcome.find('|')));
    return all;
}

}  // namespace

std::set<std::string> loaded(const Outcomes& outcomes) {
    return parts(outcomes, [](const std::string& text, std::size_t bar) { return text.substr(0, bar); });
}

std::set<std::string> stored(const Outcomes& outcomes) {
    return parts(outcomes, [](const std::string& text, std::size_t bar) { return text.substr(bar + 1); });
}

}  // namespace rmasim::explore
