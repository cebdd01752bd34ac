// Windows of communicators. A program is drawn with windows of all ranks; then some get a communicator, and what ranks
// do there with others that are not in theirs is cut out. Where nothing may be cut out, they get one of all ranks in
// another order.
#include "sim/untimed/fuzz/cuts.h"
#include "sim/untimed/fuzz/legality.h"
#include "sim/untimed/fuzz/meetings.h"
#include "sim/untimed/fuzz/random_communicators.h"
#include "sim/untimed/fuzz/random_owner.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::fuzz {

namespace {

constexpr std::uint64_t window_comm_stream = 31;

bool is_on(const Step& step, WindowId window) {
    return step.window == window &&
           (is_access(step) || step.by_store || step.read.loads || description_of(step.call).has(Argument::window));
}

bool sends_messages(const RandomProgram& program) {
    return std::any_of(program.steps.begin(), program.steps.end(), [](const std::vector<Step>& steps) {
        return std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.call == Call::send; });
    });
}

bool may_have_some(const RandomProgram& program) {
    return !program.communicators.empty() && program.family->lacks(sim::CallFeature::window_comm).empty();
}

// Parts of programs that are all there or all gone, and those whose variables others use, stay as they are.
bool may_lose_some(const RandomProgram& program) {
    return program.units.empty() && program.exchanges.empty() && program.first_in_buffer.empty() &&
           !program.owner_block && !sends_messages(program);
}

bool has_all_ranks(const RandomProgram& program, std::size_t comm) {
    return static_cast<Rank>(members_of(program, comm, 0).size()) == program.ranks;
}

// A window of the first so many ranks, now or later, would be one of other ranks.
bool counts_first_ranks(const RandomProgram& program, WindowId window) {
    if (!program.window_ranks.empty() && program.window_ranks[window] < program.ranks) return true;
    return std::any_of(program.steps.begin(), program.steps.end(), [window](const std::vector<Step>& steps) {
        return std::any_of(steps.begin(), steps.end(), [window](const Step& step) {
            return step.window == window && step.call == Call::win_change_comm;
        });
    });
}

RandomProgram on_communicator(RandomProgram program, WindowId window, int comm) {
    program.window_comms.resize(program.windows, -1);
    program.window_comms[window] = comm;
    const auto apart = [&](const Acquaintance& pair) {
        return pair.window == window && place_on_window(program, window, pair.origin, pair.target) == no_rank;
    };
    for (;;) {
        const std::vector<Acquaintance> pairs = acquaintances(program);
        const auto at = std::find_if(pairs.begin(), pairs.end(), apart);
        if (at == pairs.end()) break;
        program = without(program, *at);
    }
    Cut cut;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const std::vector<Step>& steps = program.steps[static_cast<std::size_t>(rank)];
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (!is_on(steps[i], window)) continue;
            const Rank other = steps[i].target >= 0 ? steps[i].target : rank;
            if (place_on_window(program, window, rank, other) == no_rank) cut.emplace_back(rank, i);
        }
    }
    return without(program, std::vector<Cut>{cut});
}

}  // namespace

Rank place_on_window(const RandomProgram& program, WindowId window, Rank rank, Rank other) {
    const int comm = comm_of(program, window);
    return comm < 0 || other < 0 ? other : place_of(program, static_cast<std::size_t>(comm), rank, other);
}

Group places_on_window(const RandomProgram& program, WindowId window, Rank rank, Group others) {
    for (Rank& one : others) one = place_on_window(program, window, rank, one);
    return others;
}

bool RandomProgram::has_part(WindowId window, Rank rank) const {
    return place_on_window(*this, window, rank, rank) != no_rank;
}

namespace {

void draw_reordered_windows(std::uint64_t seed, RandomProgram& program) {
    std::vector<std::size_t> comms;
    for (std::size_t comm = 0; comm < program.communicators.size(); ++comm) {
        if (has_all_ranks(program, comm)) comms.push_back(comm);
    }
    if (comms.empty()) {
        comms.push_back(program.communicators.size());
        program.communicators.push_back({RandomSplit::Way::reversed, 2});
    }
    sim::Random random(seed, window_comm_stream);
    for (WindowId window = 0; window < program.windows; ++window) {
        if (counts_first_ranks(program, window) || !sim::chance(random, 50)) continue;
        RandomProgram changed = program;
        changed.window_comms.resize(program.windows, -1);
        changed.window_comms[window] = static_cast<int>(comms[random.below(comms.size())]);
        if (illegality(changed).empty()) program = std::move(changed);
    }
}

}  // namespace

void draw_window_comms(std::uint64_t seed, RandomProgram& program) {
    if (!may_have_some(program)) return;
    if (!may_lose_some(program)) return draw_reordered_windows(seed, program);
    sim::Random random(seed, window_comm_stream);
    for (WindowId window = 0; window < program.windows; ++window) {
        if (!sim::chance(random, 70)) continue;
        const auto comm = static_cast<int>(random.below(program.communicators.size()));
        RandomProgram changed = on_communicator(program, window, comm);
        if (illegality(changed).empty()) program = std::move(changed);
    }
}

// What only the ranks of a communicator must do alike: `of_some` of Meetings.
std::string illegality_of_window_comms(const RandomProgram& program, const Meetings& meetings) {
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (const auto& [window, calls] : meetings.of_some[static_cast<std::size_t>(rank)]) {
            const auto comm = static_cast<std::size_t>(program.window_comms[window]);
            for (const Rank other : members_of(program, comm, rank)) {
                const auto& there = meetings.of_some[static_cast<std::size_t>(other)];
                const auto same = there.find(window);
                if (same != there.end() && same->second == calls) continue;
                return fmt::format("other fences, win_create or win_free of window {} at rank {} than at rank {}",
                                   window, other, rank);
            }
        }
    }
    return {};
}

}  // namespace rmasim::fuzz
