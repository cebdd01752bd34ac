#include "sim/scenario/read/parse_topology.h"

#include "sim/scenario/model/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace rmasim::sim {

namespace {

// The values of a list, which may differ by rank: `by_rank[rank]` has one number for each item.
struct Lists {
    explicit Lists(Rank ranks) : by_rank(static_cast<std::size_t>(ranks)) {}
    const std::vector<std::int64_t>& of(Rank rank) const { return by_rank[static_cast<std::size_t>(rank)]; }
    std::vector<std::vector<std::int64_t>> by_rank;
};

// Evaluates each item of a list for each rank of the split's communicators. `check(rank, value)` is true for values
// that are allowed.
template <class Check>
Lists evaluated(const JsonValue& list, std::size_t max_items, const Split& split, RankReader& reader,
                const std::string& allowed, Check check) {
    Lists lists(reader.ranks());
    for (const JsonValue& item : list.items(max_items)) {
        if (!item.is_number() && !item.is_text()) item.fail(allowed);
        const std::string text = item.is_number() ? "" : item.text(max_expression_length, 1);
        try {
            const Expression expression =
                item.is_number() ? Expression(item.integer()) : Expression::compile(text, reader.scope());
            if (expression.uses_random()) throw ExpressionError("random() is not allowed here");
            reader.for_each_value_of(expression, text, item.location(), split, [&](Rank rank, std::int64_t value) {
                lists.by_rank[static_cast<std::size_t>(rank)].push_back(value);
                if (check(rank, value)) return;
                throw BadInput(item.location(), fmt::format("{} = {} (rank {})", item.quoted(), value, rank), allowed);
            });
        } catch (const ExpressionError& error) {
            throw BadInput(item.location(), fmt::format("{} ({})", item.quoted(), error.what()), allowed);
        }
    }
    return lists;
}

// A grid of processes. The last coordinate changes first from one communicator rank to the next.
struct Grid {
    std::vector<std::int64_t> extents;
    std::vector<bool> periodic;

    // Returns the communicator rank at `distance`, 1 or -1, in a dimension; no_rank beyond an edge. `step` is the
    // distance of two neighbours in communicator ranks.
    Rank neighbour(Rank comm_rank, std::size_t dimension, std::int64_t step, std::int64_t distance) const {
        const std::int64_t extent = extents[dimension], at = comm_rank / step % extent;
        std::int64_t there = at + distance;
        if (there < 0 || there >= extent) {
            if (!periodic[dimension]) return no_rank;
            there = (there + extent) % extent;
        }
        return static_cast<Rank>(comm_rank + (there - at) * step);
    }
    std::vector<Rank> neighbours(Rank comm_rank) const {
        std::vector<Rank> found(2 * extents.size());
        std::int64_t step = 1;
        for (std::size_t dimension = extents.size(); dimension-- > 0; step *= extents[dimension]) {
            found[2 * dimension] = neighbour(comm_rank, dimension, step, -1);
            found[2 * dimension + 1] = neighbour(comm_rank, dimension, step, 1);
        }
        return found;
    }
};

ProcessTopology read_grid(const JsonValue& value, const Split& split, RankReader& reader) {
    const JsonObject object(value, {"dims", "periods"});
    const JsonValue list = object.at("dims");
    Grid grid;
    grid.periodic.resize(list.items(limits::max_dimensions, 1).size());
    if (const auto periods = object.find("periods")) {
        const std::vector<JsonValue> given = periods->items(grid.periodic.size(), grid.periodic.size());
        for (std::size_t i = 0; i < given.size(); ++i) grid.periodic[i] = given[i].boolean();
    }
    const Lists dims =
        evaluated(list, limits::max_dimensions, split, reader, fmt::format("an extent from 1 to {}", reader.ranks()),
                  [&](Rank, std::int64_t extent) { return extent >= 1 && extent <= reader.ranks(); });
    ProcessTopology topology(true);
    for (Rank rank = 0; rank < reader.ranks(); ++rank) {
        const RankGroup* const group = split.group_of(rank);
        if (group == nullptr) {
            topology.add({}, {});
            continue;
        }
        grid.extents = dims.of(rank);
        std::int64_t processes = 1;
        for (const std::int64_t extent : grid.extents) processes = std::min(processes * extent, limits::max_ranks + 1);
        if (processes != group->size()) {
            throw BadInput(list.location(), fmt::format("{} processes (rank {})", processes, rank),
                           fmt::format("extents of {} processes, the size of \"{}\"", group->size(), split.name()));
        }
        const std::vector<Rank> neighbours = grid.neighbours(group->comm_rank_of(rank));
        topology.add(neighbours, neighbours);
    }
    return topology;
}

// An edge of a graph: the communicator, and the communicator ranks of the sender and the receiver.
using Edge = std::tuple<std::int32_t, Rank, Rank>;

// Raises BadInput if one list has an edge that the other one does not have.
void require_same(std::vector<Edge> sent, std::vector<Edge> received, const JsonValue& graph) {
    std::sort(sent.begin(), sent.end());
    std::sort(received.begin(), received.end());
    const auto [by_sender, by_receiver] = std::mismatch(sent.begin(), sent.end(), received.begin(), received.end());
    if (by_sender == sent.end() && by_receiver == received.end()) return;
    const bool only_sent = by_receiver == received.end() || (by_sender != sent.end() && *by_sender < *by_receiver);
    const auto [comm, from, to] = only_sent ? *by_sender : *by_receiver;
    throw BadInput(
        graph.location(),
        fmt::format("an edge from {} to {} that is only in \"{}\"", from, to, only_sent ? "destinations" : "sources"),
        "each edge in the destinations of its sender and in the sources of its receiver, equally often");
}

ProcessTopology read_graph(const JsonValue& value, const Split& split, RankReader& reader) {
    const JsonObject object(value, {"sources", "destinations"});
    const auto read = [&](const char* key) {
        return evaluated(
            object.at(key), limits::max_group_items, split, reader, "a communicator rank, or -1, which is left out",
            [&](Rank rank, std::int64_t one) { return one >= proc_null && one < split.group_of(rank)->size(); });
    };
    const Lists sources = read("sources"), destinations = read("destinations");
    const auto without_null = [](const std::vector<std::int64_t>& list) {
        std::vector<Rank> ranks;
        for (const std::int64_t one : list) {
            if (one != proc_null) ranks.push_back(static_cast<Rank>(one));
        }
        return ranks;
    };
    ProcessTopology topology(false);
    std::vector<Edge> sent, received;
    for (Rank rank = 0; rank < reader.ranks(); ++rank) {
        const std::vector<Rank> from = without_null(sources.of(rank)), to = without_null(destinations.of(rank));
        topology.add(from, to);
        const RankGroup* const group = split.group_of(rank);
        if (group == nullptr) continue;
        const Rank own = group->comm_rank_of(rank);
        for (const Rank one : from) received.emplace_back(split.index_of(rank), one, own);
        for (const Rank one : to) sent.emplace_back(split.index_of(rank), own, one);
    }
    require_same(std::move(sent), std::move(received), value);
    return topology;
}

}  // namespace

std::optional<ProcessTopology> read_topology(const JsonObject& communicator, const Split& split, RankReader& reader) {
    const auto grid = communicator.find("cart"), graph = communicator.find("graph");
    if (grid && graph) graph->fail("either \"cart\" or \"graph\"");
    if (grid) return read_grid(*grid, split, reader);
    if (graph) return read_graph(*graph, split, reader);
    return std::nullopt;
}

}  // namespace rmasim::sim
