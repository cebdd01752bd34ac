// A queue by node gives each node the same events in the same order as a queue by time.
#include "sim/machine/engine/event_loop.h"

#include "sim/scenario/expression/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace rmasim::sim {
namespace {

constexpr Time node_lookahead = 1'000;

// An executed event: its kind, its time, and the number of the packet or rank. Arrivals of packets at a node are
// omitted, because they are not events if the node has a port.
using HandledAtNode = std::tuple<EventKind, Time, OpId>;

enum class OrderKind { in_time, by_node, by_node_with_ports };

// Ranks that react to each event with random events, chosen from a random stream of the node. A rank schedules events
// for itself at the same time or later. It sends packets to other ranks, which arrive no earlier than after
// `node_lookahead`. Many packets arrive at the same time.
class RanksOfNodes : public EventHandler, private InPorts {
public:
    RanksOfNodes(Rank ranks, Rank ranks_per_node, std::uint64_t seed, OrderKind order)
        : ranks_(ranks), ranks_per_node_(ranks_per_node), port_free_(static_cast<std::size_t>(ranks)) {
        if (order != OrderKind::in_time) {
            loop_.run_by_node_slices({.ranks_per_node = ranks_per_node,
                                .lookahead = node_lookahead,
                                .ports = order == OrderKind::by_node_with_ports ? this : nullptr});
        }
        for (Rank node = 0; node <= node_of(ranks - 1); ++node) random_.emplace_back(seed, node);
        for (Rank rank = 0; rank < ranks; ++rank) loop_.schedule(0, Event::of_rank(EventKind::run_rank, rank));
    }

    std::map<Rank, std::vector<HandledAtNode>> run() {
        loop_.run(*this);
        return handled_;
    }

private:
    Rank node_of(Rank rank) const { return rank / ranks_per_node_; }

    void handle(Event event, Time now) override {
        const bool at_source = event.has_packet() && is_at_source(event.kind());
        const Rank rank = !event.has_packet() ? event.rank()
                          : at_source         ? event.packet().source
                                              : event.packet().target;
        const Rank node = node_of(rank);
        const OpId number = event.has_packet() ? event.packet().op : static_cast<OpId>(event.rank());
        if (event.kind() == EventKind::reach_nic) return reached(event.packet(), now);
        handled_[node].emplace_back(event.kind(), now, number);
        if (now > 200'000) return;
        Random& random = random_[static_cast<std::size_t>(node)];
        switch (event.kind()) {
            case EventKind::run_rank: return act(random, rank, now);
            case EventKind::depart:
            case EventKind::depart_from_memory:
                return loop_.reschedule_current(now + node_lookahead + soon(random), EventKind::reach_nic);
            case EventKind::deliver:
                if (random.below(4) == 0)
                    loop_.schedule(now + later(random), Event::of_rank(EventKind::run_rank, rank));
                return;
            default: return;
        }
    }
    // Events of a rank for itself take another path.
    void reached(const Packet& packet, Time now) {
        const bool to_itself = packet.source == packet.target;
        loop_.reschedule_current(to_itself ? now + packet.op % 3 * 100 : receive(packet, now), EventKind::deliver);
    }
    Time receive(const Packet& packet, Time now) override {
        Time& free = port_free_[static_cast<std::size_t>(node_of(packet.target))];
        return free = std::max(free, now) + 100;
    }
    // Few different times, so that many are equal.
    static Time soon(Random& random) { return static_cast<Time>(random.below(3) * 100); }
    static Time later(Random& random) {
        const std::uint64_t which = random.below(20);
        return which == 0 ? 200'000 : which < 3 ? 20'000 : static_cast<Time>(random.below(8) * 250);
    }
    void act(Random& random, Rank rank, Time now) {
        for (std::uint64_t packets = random.below(4); packets > 0; --packets) {
            Packet packet;
            packet.source = rank;
            packet.target =
                random.below(4) == 0 ? 0 : static_cast<Rank>(random.below(static_cast<std::uint64_t>(ranks_)));
            packet.op = static_cast<OpId>(random.below(1'000'000));
            if (packet.source == packet.target) {
                loop_.schedule(now + soon(random), EventKind::reach_nic, packet);
            } else if (random.below(2) == 0) {
                const EventKind departs = one_of(random, {EventKind::depart, EventKind::depart_from_memory});
                loop_.schedule(now + soon(random), departs, packet);
            } else {
                loop_.schedule(now + node_lookahead + soon(random), EventKind::reach_nic, packet);
            }
        }
        if (random.below(2) == 0) loop_.schedule(now + later(random), Event::of_rank(EventKind::run_rank, rank));
    }

    Rank ranks_;
    Rank ranks_per_node_;
    EventLoop loop_{Clock::own};
    std::vector<Random> random_;
    std::vector<Time> port_free_;  // by node
    std::map<Rank, std::vector<HandledAtNode>> handled_;
};

void expect_equal_nodes(Rank ranks, Rank ranks_per_node, std::uint64_t seed) {
    const auto in_time = RanksOfNodes(ranks, ranks_per_node, seed, OrderKind::in_time).run();
    std::size_t events = 0;
    for (const auto& [node, handled] : in_time) events += handled.size();
    EXPECT_GT(events, static_cast<std::size_t>(ranks));
    EXPECT_EQ(RanksOfNodes(ranks, ranks_per_node, seed, OrderKind::by_node).run(), in_time) << seed;
    if (ranks_per_node > 1) return;
    EXPECT_EQ(RanksOfNodes(ranks, 1, seed, OrderKind::by_node_with_ports).run(), in_time) << seed;
}

TEST(NodeQueue, EachNodeHasTheEventsThatItHasInTime) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) expect_equal_nodes(12, 1, seed);
}

TEST(NodeQueue, SoItIsWhereRanksShareANode) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) expect_equal_nodes(12, 3, seed);
}

// More nodes than a block has, whose number is not a multiple.
TEST(NodeQueue, SoItIsInSeveralBlocks) { expect_equal_nodes(9'000, 1, 1); }

struct RecorderOfRank1 : EventHandler {
    explicit RecorderOfRank1(EventLoop& loop) : loop(loop) {}
    void handle(Event event, Time now) override {
        seen.emplace_back(event.rank(), now);
        if (event.rank() == 1 && now == 11) loop.schedule(15, Event::of_rank(EventKind::run_rank, 1));
    }
    EventLoop& loop;
    std::vector<std::pair<Rank, Time>> seen;
};

TEST(NodeQueue, PlaysANodeThroughTheWholeWindow) {
    EventLoop loop(Clock::own);
    loop.run_by_node_slices({1, 16});
    RecorderOfRank1 recorder(loop);
    for (const auto& [rank, time] : {std::pair{1, 18}, {2, 12}, {1, 11}, {1, 18}, {2, 40}, {1, 5'000'000}}) {
        loop.schedule(time, Event::of_rank(EventKind::run_rank, rank));
    }
    EXPECT_EQ(loop.pending(), 6U);
    loop.run(recorder);
    EXPECT_EQ(recorder.seen, (std::vector<std::pair<Rank, Time>>{
                                 {1, 11}, {1, 15}, {2, 12}, {1, 18}, {1, 18}, {2, 40}, {1, 5'000'000}}));
}

struct Hasty : EventHandler {
    explicit Hasty(EventLoop& loop) : loop(loop) {}
    void handle(Event, Time now) override { loop.schedule(now + 1, Event::of_rank(EventKind::run_rank, 2)); }
    EventLoop& loop;
};

TEST(NodeQueue, RefusesWhatReachesAnotherNodeInTheSameWindow) {
    EventLoop loop(Clock::own);
    loop.run_by_node_slices({1, 16});
    Hasty hasty(loop);
    loop.schedule(32, Event::of_rank(EventKind::run_rank, 1));
    EXPECT_THROW(loop.run(hasty), std::logic_error);
}

}  // namespace
}  // namespace rmasim::sim
