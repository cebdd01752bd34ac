#include "sim/untimed/fuzz/program/random_communicators.h"

#include "sim/untimed/fuzz/program/legality.h"
#include "sim/untimed/fuzz/program/match_graph.h"
#include "sim/untimed/fuzz/program/program_reductions.h"
#include "sim/untimed/fuzz/program/random_collectives.h"
#include "sim/untimed/fuzz/program/random_messages.h"
#include "sim/untimed/fuzz/program/random_owner.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/random_topologies.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace rmasim::fuzz {

namespace {

struct ColourAndKey {
    std::int64_t colour;  // -1 means undefined
    std::int64_t key;
};

ColourAndKey of_rank(const RandomProgram& program, const RandomSplit& split, Rank rank) {
    switch (split.way) {
        case RandomSplit::Way::rows: return {rank / split.width, rank % split.width};
        case RandomSplit::Way::columns: return {rank % split.width, 0};
        case RandomSplit::Way::some: return {rank % split.width == 0 ? 7 : -1, 0};
        case RandomSplit::Way::reversed: return {3, -rank};
        case RandomSplit::Way::mixed: return {rank * 5 % 3 == 1 ? 1 : 0, rank * 7 % 4};
        case RandomSplit::Way::nodes: return {rank / program.ranks_per_node, 0};
    }
    return {-1, 0};
}

nlohmann::ordered_json written(const RandomSplit& split) {
    switch (split.way) {
        case RandomSplit::Way::rows:
            return {{"colour", fmt::format("rank / {}", split.width)}, {"key", fmt::format("rank % {}", split.width)}};
        case RandomSplit::Way::columns: return {{"colour", fmt::format("rank % {}", split.width)}};
        case RandomSplit::Way::some: return {{"colour", fmt::format("rank % {} == 0 ? 7 : undefined", split.width)}};
        case RandomSplit::Way::reversed: return {{"colour", 3}, {"key", "-rank"}};
        case RandomSplit::Way::mixed: return {{"colour", "rank * 5 % 3 == 1"}, {"key", "rank * 7 % 4"}};
        case RandomSplit::Way::nodes: return {{"split", "node"}};
    }
    return {};
}

class Communicators {
public:
    Communicators(std::uint64_t seed, RandomProgram& program)
        : random_(numbers_of(seed, Stream::communicators)), program_(program) {}

    void generate() {
        if (!sim::chance(random_, 33)) return;
        const std::uint64_t names = 1 + random_.below(3);
        for (std::uint64_t i = 0; i < names; ++i) program_.communicators.push_back(random_split());
        add_barriers();
        move_messages();
    }

private:
    RandomSplit random_split() {
        const auto way = static_cast<RandomSplit::Way>(random_.below(random_split_ways));
        const auto width = static_cast<Rank>(2 + random_.below(2));
        return {way, width};
    }

    // Adds barriers of communicators at some of the points between two stretches. All ranks are at the same point, and
    // the other threads of a rank execute no steps there.
    void add_barriers() {
        std::size_t stretches = 1;
        for (const Step& step : program_.steps[0]) stretches += ends_stretch(step) ? 1 : 0;
        std::vector<std::vector<std::size_t>> barriers(stretches);
        for (std::vector<std::size_t>& one : barriers) {
            for (std::size_t comm = 0; comm < program_.communicators.size(); ++comm) {
                if (sim::chance(random_, 40)) one.insert(one.end(), 1 + random_.below(2), comm);
            }
        }
        for (Rank rank = 0; rank < program_.ranks; ++rank) add_barriers(rank, barriers);
    }

    void add_barriers(Rank rank, const std::vector<std::vector<std::size_t>>& barriers) const {
        std::vector<Step>& steps = program_.steps[static_cast<std::size_t>(rank)];
        std::vector<Step> longer;
        std::size_t stretch = 0;
        const auto add = [&](int phase) {
            for (const std::size_t comm : barriers[stretch]) {
                if (members_of(program_, comm, rank).empty()) continue;
                longer.push_back({.call = Call::barrier, .phase = phase, .comm = static_cast<int>(comm)});
            }
            ++stretch;
        };
        add(steps.empty() ? 0 : steps.front().phase);
        if (!longer.empty() && !steps.empty() && program_.threads > 1) steps.front().syncs_threads = true;
        for (Step& step : steps) {
            const bool ends = ends_stretch(step);
            const int phase = step.phase;
            longer.push_back(std::move(step));
            if (ends) add(phase);
        }
        steps = std::move(longer);
    }

    // Moves messages to communicators. Messages with the same source, target and tag all move to the same communicator,
    // or none of them moves. Messages with handles are not moved.
    void move_messages() {
        std::map<std::tuple<Rank, Rank, std::uint32_t>, int> routes;
        for_each_step(program_, [&](Rank rank, Step& step) {
            if ((step.call != Call::send && step.call != Call::recv) || step.more.unit >= 0) return;
            const Rank from = step.call == Call::send ? rank : step.target;
            const Rank to = step.call == Call::send ? step.target : rank;
            const auto [route, is_new] = routes.try_emplace({from, to, step.more.tag}, -1);
            if (is_new) route->second = random_comm_for(from, to);
            step.comm = route->second;
        });
    }

    int random_comm_for(Rank from, Rank to) {
        const auto comm = static_cast<std::size_t>(random_.below(program_.communicators.size()));
        return comm_rank_of(program_, comm, from, to) == no_rank ? -1 : static_cast<int>(comm);
    }

    sim::Random random_;
    RandomProgram& program_;
};

std::string broken(Rank rank, const Step& step, const char* what) {
    return fmt::format("rank {}: {} of {} {}", rank, name_of(step.call),
                       communicator_name(static_cast<std::size_t>(step.comm)), what);
}

// The arguments of a barrier or collective call that must be equal for all members.
using Alike = std::tuple<Call, std::uint32_t, Rank, std::uint32_t, ReduceOp, std::uint32_t>;
// By stretch and communicator.
using Calls = std::map<std::pair<std::size_t, int>, std::vector<Alike>>;

// Records the barriers and collective calls of one rank. Returns the first error, as text; empty if there is none.
std::string scan(const RandomProgram& program, Rank rank, Calls& calls) {
    std::size_t stretch = 0;
    // The communicator of the last barrier. At a point without barriers, a number greater than all communicators.
    int last = 0;
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        const bool of_some = is_of_some(step);
        if (step.comm >= 0 && (!is_in_round(step) || step.target >= 0)) {
            const Rank other = of_some && step.target == no_rank ? rank : step.target;
            const Rank comm_rank = comm_rank_of(program, static_cast<std::size_t>(step.comm), rank, other);
            if (comm_rank == no_rank) return broken(rank, step, "names a rank that is not in the communicator");
        }
        if (of_some) {
            if (step.comm < last)
                return broken(rank, step, "is called where other ranks may wait in another collective call");
            last = step.comm;
            calls[{stretch, step.comm}].emplace_back(step.call, step.more.tag, step.target, step.region.count,
                                                     step.reduce, step.own_operator);
        } else if (ends_stretch(step)) {
            ++stretch;
            last = 0;
        } else if (!may_precede_round(step) && !is_in_round(step)) {
            // (The members have begun the call of a WAIT, so it returns. Rounds of messages follow all of these calls.)
            last = static_cast<int>(program.communicators.size());
        }
    }
    return {};
}

}  // namespace

std::string communicator_name(std::size_t comm) { return 'c' + std::to_string(comm); }

nlohmann::ordered_json written_communicators(const RandomProgram& program) {
    nlohmann::ordered_json all = nlohmann::ordered_json::object();
    for (std::size_t comm = 0; comm < program.communicators.size(); ++comm) {
        nlohmann::ordered_json& one = all[communicator_name(comm)] = written(program.communicators[comm]);
        write_topology(program.communicators[comm], communicator_name(comm), one);
    }
    return all;
}

Group members_of(const RandomProgram& program, std::size_t comm, Rank rank) {
    const RandomSplit& split = program.communicators[comm];
    const std::int64_t colour = of_rank(program, split, rank).colour;
    std::vector<std::pair<std::int64_t, Rank>> members;
    for (Rank other = 0; other < program.ranks; ++other) {
        const ColourAndKey is = of_rank(program, split, other);
        if (colour >= 0 && is.colour == colour) members.emplace_back(is.key, other);
    }
    std::sort(members.begin(), members.end());
    Group group;
    for (const auto& [key, other] : members) group.push_back(other);
    return group;
}

Rank comm_rank_of(const RandomProgram& program, std::size_t comm, Rank rank, Rank other) {
    const Group members = members_of(program, comm, rank);
    const auto at = std::find(members.begin(), members.end(), other);
    return at == members.end() ? no_rank : static_cast<Rank>(at - members.begin());
}

void generate_communicators(std::uint64_t seed, RandomProgram& program) { Communicators(seed, program).generate(); }

std::string illegality_of_communicators(const RandomProgram& program) {
    std::vector<Calls> calls(program.steps.size());
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        std::string text = scan(program, rank, calls[static_cast<std::size_t>(rank)]);
        if (!text.empty()) return text;
    }
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (const auto& [at, mine] : calls[static_cast<std::size_t>(rank)]) {
            for (const Rank other : members_of(program, static_cast<std::size_t>(at.second), rank)) {
                const Calls& there = calls[static_cast<std::size_t>(other)];
                const auto same = there.find(at);
                if (same != there.end() && same->second == mine) continue;
                return fmt::format("rank {}: the calls on {} differ from those of rank {}", rank,
                                   communicator_name(static_cast<std::size_t>(at.second)), other);
            }
        }
    }
    return {};
}

// ---- Windows of communicators. First a program is generated with windows of all ranks. Then some windows get a
// communicator, and steps between ranks of different communicators are removed. If the program must not lose steps,
// these windows instead get a communicator of all ranks in another order.

namespace {

bool is_on(const Step& step, WindowId window) {
    return step.window == window &&
           (is_access(step) || step.by_store || step.read.loads || description_of(step.call).has(Argument::window));
}

bool sends_messages(const RandomProgram& program) {
    return has_step(program, [](const Step& step) { return step.call == Call::send; });
}

bool may_have_some(const RandomProgram& program) {
    return !program.communicators.empty() && program.family->unsupported_reason(sim::CallFeature::window_comm).empty();
}

// True if steps of the program may be removed. This is false if the program has groups of steps that must be kept or
// removed together, or variables that other steps use.
bool may_lose_some(const RandomProgram& program) {
    return program.units.empty() && program.exchanges.empty() && program.first_in_buffer.empty() &&
           !program.owner_block && !sends_messages(program);
}

bool has_all_ranks(const RandomProgram& program, std::size_t comm) {
    return static_cast<Rank>(members_of(program, comm, 0).size()) == program.ranks;
}

// True if the window, at some time, has only the ranks below a number. A communicator would change the meaning of this
// number.
bool counts_first_ranks(const RandomProgram& program, WindowId window) {
    if (!program.window_ranks.empty() && program.window_ranks[window] < program.ranks) return true;
    return has_step(program,
                    [window](const Step& step) { return step.window == window && step.call == Call::win_change_comm; });
}

RandomProgram on_communicator(RandomProgram program, WindowId window, int comm) {
    program.window_comms.resize(program.windows, -1);
    program.window_comms[window] = comm;
    const auto apart = [&](const Acquaintance& pair) {
        return pair.window == window && rank_in_window(program, window, pair.origin, pair.target) == no_rank;
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
            if (rank_in_window(program, window, rank, other) == no_rank) cut.emplace_back(rank, i);
        }
    }
    return without(program, std::vector<Cut>{cut});
}

}  // namespace

Rank rank_in_window(const RandomProgram& program, WindowId window, Rank rank, Rank other) {
    const int comm = comm_of(program, window);
    return comm < 0 || other < 0 ? other : comm_rank_of(program, static_cast<std::size_t>(comm), rank, other);
}

Group ranks_in_window(const RandomProgram& program, WindowId window, Rank rank, Group others) {
    for (Rank& one : others) one = rank_in_window(program, window, rank, one);
    return others;
}

bool RandomProgram::has_part(WindowId window, Rank rank) const {
    return rank_in_window(*this, window, rank, rank) != no_rank;
}

namespace {

void generate_reordered_windows(std::uint64_t seed, RandomProgram& program) {
    std::vector<std::size_t> comms;
    for (std::size_t comm = 0; comm < program.communicators.size(); ++comm) {
        if (has_all_ranks(program, comm)) comms.push_back(comm);
    }
    if (comms.empty()) {
        comms.push_back(program.communicators.size());
        program.communicators.push_back({RandomSplit::Way::reversed, 2});
    }
    sim::Random random = numbers_of(seed, Stream::window_comms);
    for (WindowId window = 0; window < program.windows; ++window) {
        if (counts_first_ranks(program, window) || !sim::chance(random, 50)) continue;
        RandomProgram changed = program;
        changed.window_comms.resize(program.windows, -1);
        changed.window_comms[window] = static_cast<int>(element_of(random, comms));
        if (illegality(changed).empty()) program = std::move(changed);
    }
}

}  // namespace

void generate_window_comms(std::uint64_t seed, RandomProgram& program) {
    if (!may_have_some(program)) return;
    if (!may_lose_some(program)) return generate_reordered_windows(seed, program);
    sim::Random random = numbers_of(seed, Stream::window_comms);
    for (WindowId window = 0; window < program.windows; ++window) {
        if (!sim::chance(random, 70)) continue;
        const auto comm = static_cast<int>(random.below(program.communicators.size()));
        RandomProgram changed = on_communicator(program, window, comm);
        if (illegality(changed).empty()) program = std::move(changed);
    }
}

// Compares the calls that must be equal at all ranks of a communicator: `of_some` of MatchGraph.
std::string illegality_of_window_comms(const RandomProgram& program, const MatchGraph& matches) {
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (const auto& [window, calls] : matches.of_some[static_cast<std::size_t>(rank)]) {
            const auto comm = static_cast<std::size_t>(program.window_comms[window]);
            for (const Rank other : members_of(program, comm, rank)) {
                const auto& there = matches.of_some[static_cast<std::size_t>(other)];
                const auto same = there.find(window);
                if (same != there.end() && same->second == calls) continue;
                return fmt::format(
                    "the fences, win_create or win_free of window {} at rank {} differ from those at rank {}", window,
                    other, rank);
            }
        }
    }
    return {};
}

}  // namespace rmasim::fuzz
