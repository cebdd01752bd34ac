#include "sim/untimed/fuzz/program/random_topologies.h"

#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_steps.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::fuzz {

using Topology = RandomSplit::Topology;

std::size_t RandomNeighbours::sent_as(std::size_t index, const RandomNeighbours& of_source, Rank own) const {
    if (in_grid) return index ^ 1;  // from below arrives what was sent upwards
    const auto first = sources.begin(), at = first + static_cast<std::ptrdiff_t>(index);
    auto earlier = std::count(first, at, *at);  // messages from the same process
    std::size_t sent = 0;
    while (of_source.destinations[sent] != own || earlier-- > 0) ++sent;
    return sent;
}

RandomNeighbours neighbours_of(const RandomProgram& program, std::size_t comm, Rank rank) {
    const auto size = static_cast<Rank>(members_of(program, comm, rank).size());
    const Rank own = comm_rank_of(program, comm, rank, rank);
    const Rank below = (own + size - 1) % size, above = (own + 1) % size;
    const bool first = own == 0, last = own == size - 1;
    switch (program.communicators[comm].topology) {
        case Topology::none: return {};
        case Topology::ring: return {{below}, {above}, false};
        case Topology::both_ways: return {{below, above}, {below, above}, false};
        case Topology::twice: return {{below, above, below}, {above, above, below}, false};
        case Topology::chain: return {first ? Group{} : Group{below}, last ? Group{} : Group{above}, false};
        case Topology::torus: return {{below, above}, {below, above}, true};
        case Topology::line: {
            const Group both{first ? no_rank : below, last ? no_rank : above};
            return {both, both, true};
        }
    }
    return {};
}

void write_topology(const RandomSplit& split, const std::string& name, nlohmann::ordered_json& communicator) {
    const std::string below = fmt::format("({0}.rank + {0}.size - 1) % {0}.size", name);
    const std::string above = fmt::format("({0}.rank + 1) % {0}.size", name);
    using Json = nlohmann::ordered_json;
    const auto graph = [&](const Json& sources, const Json& destinations) {
        communicator["graph"] = {{"sources", sources}, {"destinations", destinations}};
    };
    const auto grid = [&](bool periodic) {
        communicator["cart"] = {{"dims", Json::array({name + ".size"})}, {"periods", Json::array({periodic})}};
    };
    switch (split.topology) {
        case Topology::none: return;
        case Topology::ring: return graph(Json::array({below}), Json::array({above}));
        case Topology::both_ways: return graph(Json::array({below, above}), Json::array({below, above}));
        case Topology::twice: return graph(Json::array({below, above, below}), Json::array({above, above, below}));
        case Topology::chain:
            return graph(Json::array({name + ".rank - 1"}),
                         Json::array({fmt::format("{0}.rank + 1 == {0}.size ? -1 : {0}.rank + 1", name)}));
        case Topology::torus: return grid(true);
        case Topology::line: return grid(false);
    }
}

void generate_topologies(std::uint64_t seed, std::vector<RandomSplit>& communicators) {
    sim::Random random = numbers_of(seed, Stream::topologies);
    for (RandomSplit& split : communicators) {
        if (!sim::chance(random, 60)) continue;
        split.topology = static_cast<Topology>(random.below(random_topologies));
    }
}

}  // namespace rmasim::fuzz
