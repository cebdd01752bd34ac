// Random traffic on random clusters, tori and fat trees, compared with a second, very simple model of loggp: a list of
// packets, and the time at which each port is free. Under flow, packets between nodes are sent one after another, so
// each of them has the whole network. Packets within nodes still share the memory.
#include "tests/unit/machine/network_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

namespace rmasim::sim {
namespace {

struct Sent {
    Rank source, target;
    std::uint64_t bytes;
    Time depart;
    CompletionNotice notice;
    Time arrives = 0, data_left = 0;
};

class PlainModel {
public:
    static constexpr Rank ranks = 6;

    PlainModel(const PlatformSettings& settings, const FaultSettings& faults) : settings_(settings), faults_(faults) {}

    // Sets `arrives` and `data_left` of all packets.
    void carry(std::vector<Sent>& packets) {
        for (Sent& one : packets) {
            if (!within_node(one)) one.depart = after_stalls(one.source, one.depart);
        }
        std::vector<Sent*> order;
        for (Sent& one : packets) order.push_back(&one);
        std::stable_sort(order.begin(), order.end(), [](auto* a, auto* b) { return a->depart < b->depart; });
        for (Sent* one : order) leave(*one);
        // Packets that arrive at the same time are ordered by the rank of their sender.
        std::stable_sort(order.begin(), order.end(), [](auto* a, auto* b) {
            return std::tie(a->arrives, a->source) < std::tie(b->arrives, b->source);
        });
        for (Sent* one : order) enter(*one);
        std::stable_sort(order.begin(), order.end(), [](auto* a, auto* b) { return a->arrives < b->arrives; });
        for (Sent* one : order) be_late(*one);
    }

private:
    struct Port {
        int node;
        bool memory, out;
        auto operator<=>(const Port&) const = default;
    };
    int node(Rank rank) const { return static_cast<int>(rank / settings_.ranks_per_node); }
    bool within_node(const Sent& one) const { return node(one.source) == node(one.target); }
    bool flows(const Sent& one) const { return settings_.network.model == NetworkModel::flow && !within_node(one); }

    // Links between two nodes, or pairs of links in a fat tree, where two nearest nodes have two links.
    Time links(int from, int to) const {
        if (settings_.topology == Topology::fat_tree) {  // two nodes a switch, through one switch above all
            return from / 2 == to / 2 ? 1 : 2;
        }
        if (settings_.topology != Topology::torus) return 1;
        Time hops = 0;
        for (const std::int64_t size : settings_.torus_dimensions) {
            const auto wide = static_cast<int>(size);
            const int apart = std::abs(from % wide - to % wide);
            hops += std::min(apart, wide - apart);
            from /= wide;
            to /= wide;
        }
        return hops;
    }

    // The time of the bytes. The speeds of these tests are whole femtoseconds a byte.
    Time passes(const Sent& one) const {
        const NetworkSettings& network = settings_.network;
        const double gbps = within_node(one) ? network.node_bandwidth_gbps : network.bandwidth_gbps;
        const std::uint64_t bytes = flows(one) ? std::max<std::uint64_t>(one.bytes, 1) : one.bytes;
        return static_cast<Time>((bytes * static_cast<std::uint64_t>(8e6 / gbps) + 500) / 1000);
    }
    Time gap(const Sent& one) const { return within_node(one) ? 0 : settings_.network.gap_ns * 1000; }
    Time latency(const Sent& one) const {
        const NetworkSettings& network = settings_.network;
        return 1000 * (within_node(one) ? network.node_latency_ns
                                        : network.latency_ns * links(node(one.source), node(one.target)));
    }
    void leave(Sent& one) {
        if (flows(one)) {
            one.arrives = one.data_left = one.depart + latency(one) + passes(one);
            return;
        }
        Time& free = free_[{node(one.source), within_node(one), true}];
        const Time begins = std::max(one.depart, free);
        one.data_left = begins + passes(one);
        free = one.data_left + gap(one);
        one.arrives = begins + latency(one);
    }
    void enter(Sent& one) {
        if (flows(one)) return;
        Time& free = free_[{node(one.target), within_node(one), false}];
        one.arrives = std::max(one.arrives, free) + passes(one);
        free = one.arrives + gap(one);
    }
    void be_late(Sent& one) {
        Time late = one.arrives;
        for (const PairDelay& delay : faults_.delays) {
            if (delay.from.contains(one.source) && delay.to.contains(one.target)) late += delay.delay_ns * 1000;
        }
        if (!within_node(one)) late = after_stalls(one.target, late);
        Time& last = last_[{one.source, one.target}];
        one.arrives = last = std::max(last, late);
    }
    // A stall of a rank's NIC stalls its whole node. Nanosecond by period, until none covers the time any more.
    Time after_stalls(Rank rank, Time time) const {
        for (bool moved = true; moved;) {
            moved = false;
            for (const Pause& stall : faults_.stalls) {
                bool here = false;
                for (Rank other = 0; other < ranks; ++other) {
                    here = here || (node(other) == node(rank) && stall.ranks.contains(other));
                }
                if (!here) continue;
                for (std::int64_t begin = stall.at_ns; begin * 1000 <= time; begin += stall.every_ns) {
                    const Time end = (begin + stall.for_ns) * 1000;
                    if (time < end) {
                        time = end;
                        moved = true;
                    }
                    if (stall.every_ns == 0) break;
                }
            }
        }
        return time;
    }

    const PlatformSettings& settings_;
    const FaultSettings& faults_;
    std::map<Port, Time> free_;
    std::map<std::pair<Rank, Rank>, Time> last_;
};

class RandomTraffic : public testing::TestWithParam<int> {
protected:
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return values.begin()[below(values.size())];
    }
    RankSet some_ranks() {
        std::vector<Rank> chosen;
        for (Rank rank = 0; rank < PlainModel::ranks; ++rank) {
            if (below(2) == 0) chosen.push_back(rank);
        }
        return below(5) == 0 ? RankSet::all() : RankSet::of(chosen);
    }
    PlatformSettings settings() {
        PlatformSettings made = settings_with(NetworkModel::loggp);
        made.ranks_per_node = one_of({1, 1, 2, 3, 4, 6});
        made.network.latency_ns = static_cast<std::int64_t>(below(3000));
        made.network.gap_ns = one_of({0, 1, 10, 200});
        made.network.bandwidth_gbps = one_of({1.0, 8.0, 40.0, 100.0});
        made.network.node_bandwidth_gbps = one_of({8.0, 400.0});
        made.network.node_latency_ns = static_cast<std::int64_t>(below(500));
        return made;
    }
    // With at most six nodes.
    void choose_shape(PlatformSettings& made) {
        made.topology = one_of({Topology::cluster, Topology::torus, Topology::torus, Topology::fat_tree});
        made.network.latency_ns = 1 + static_cast<std::int64_t>(below(3000));
        made.torus_dimensions = one_of<std::vector<std::int64_t>>({{6}, {3, 2}, {2, 3}, {3, 1, 2}, {4, 2}});
        made.fat_tree_down = {2, 3};
        made.fat_tree_up = {1, 1};
        made.fat_tree_links = {1, 1};
    }
    FaultSettings faults() {
        FaultSettings made;
        const int which = GetParam() % 4;
        for (std::uint64_t i = 0; which >= 2 && i < 1 + below(3); ++i) {
            made.delays.push_back({some_ranks(), some_ranks(), static_cast<std::int64_t>(below(2000)), 0});
        }
        for (std::uint64_t i = 0; which % 2 == 1 && i < 1 + below(2); ++i) {
            const auto length = static_cast<std::int64_t>(1 + below(1500));
            made.stalls.push_back({some_ranks(), static_cast<std::int64_t>(below(5000)), length,
                                   one_of({std::int64_t{0}, length + static_cast<std::int64_t>(1 + below(3000))})});
        }
        return made;
    }
    // Returns packets in the order of their departures, which is the order in which ranks send. With `alone`, a packet
    // between nodes has left the network when the next packet departs.
    std::vector<Sent> traffic(const PlatformSettings& settings, bool alone = false) {
        std::vector<Sent> made;
        Time now = 0;
        for (int i = 0; i < 80; ++i) {
            const std::int64_t per_node = settings.ranks_per_node;
            const bool between = made.empty() || made.back().source / per_node != made.back().target / per_node;
            now += static_cast<Time>(below(400'000)) + (alone && between ? 500'000'000 : 0);
            const auto source = static_cast<Rank>(below(PlainModel::ranks));
            const auto further = static_cast<Rank>(1 + below(PlainModel::ranks - 1));
            const auto target = static_cast<Rank>((source + further) % PlainModel::ranks);
            const CompletionNotice notice = below(3) == 0 ? CompletionNotice::send_completed : CompletionNotice::none;
            made.push_back({source, target, one_of({below(100), below(5000), below(60'000)}), now, notice});
        }
        return made;
    }

    std::mt19937_64 random_{static_cast<std::uint64_t>(GetParam())};
};

// SimGrid's doubles may be some picoseconds off.
void expect_as_the_plain_model(const PlatformSettings& settings, const FaultSettings& faults,
                               std::vector<Sent> packets) {
    NetworkWorld world(settings, PlainModel::ranks, 1, faults);
    for (std::size_t i = 0; i < packets.size(); ++i) {
        const Sent& one = packets[i];
        world.send(one.source, one.target, one.bytes, one.depart, static_cast<OpId>(i), PacketKind::put, one.notice);
    }
    world.run();
    PlainModel(settings, faults).carry(packets);
    const double off = settings.network.model == NetworkModel::flow ? 5 : 0;
    const auto expect_time = [off](const Arrived& got, Time right) {
        EXPECT_NEAR(static_cast<double>(got.time), static_cast<double>(right), off) << got.op;
    };
    ASSERT_EQ(world.arrivals.size(), packets.size());
    for (const Arrived& arrived : world.arrivals) expect_time(arrived, packets[arrived.op].arrives);
    std::size_t noticed = 0;
    for (const Sent& one : packets) noticed += one.notice == CompletionNotice::send_completed ? 1 : 0;
    ASSERT_EQ(world.sent.size(), noticed);
    for (const Arrived& left : world.sent) {
        EXPECT_EQ(packets[left.op].notice, CompletionNotice::send_completed) << left.op;
        expect_time(left, packets[left.op].data_left);
    }
}

TEST_P(RandomTraffic, ArrivesWhenThePlainModelSays) {
    const PlatformSettings settings = this->settings();
    expect_as_the_plain_model(settings, faults(), traffic(settings));
}

TEST_P(RandomTraffic, ArrivesOnEveryShapeWhenThePlainModelSays) {
    PlatformSettings settings = this->settings();
    choose_shape(settings);
    expect_as_the_plain_model(settings, faults(), traffic(settings));
}

TEST_P(RandomTraffic, FlowsWhenThePlainModelSays) {
    PlatformSettings settings = this->settings();
    choose_shape(settings);
    settings.network.model = NetworkModel::flow;
    expect_as_the_plain_model(settings, faults(), traffic(settings, true));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomTraffic, testing::Range(0, 40));

}  // namespace
}  // namespace rmasim::sim
