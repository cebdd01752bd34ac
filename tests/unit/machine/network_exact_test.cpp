// The exact time of a packet, worked out by hand, for every shape of a platform and both models.
//
//   loggp   sum of the links' latencies + bytes * the slower of port and route
//   flow    sum of the links' latencies + bytes / bandwidth of the narrowest link
//
// By default a link of a torus has 1,000 ns. In a fat tree and a dragonfly, two nearest nodes have two links of 500 ns.
// A link has 100 Gb/s, which is 80 ps a byte, like a port. The gap is no part of the time of a single packet.
#include "tests/unit/machine/network_world.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace rmasim::sim::exact {
namespace {

constexpr Time latency_ps = 1'000'000;
constexpr Time gap_ps = 10'000;  // a port is busy for the gap after each packet

// SimGrid's doubles may be a picosecond off.
void expect_time(const Arrived& arrived, Time expected, NetworkModel model) {
    if (model == NetworkModel::loggp) EXPECT_EQ(arrived.time, expected);
    else EXPECT_NEAR(static_cast<double>(arrived.time), static_cast<double>(expected), 2);
}

struct Way {
    Topology topology;
    Rank from;
    Rank to;
    Time links;
};

// The latency of a way, if two nearest nodes have the latency `nearest_ps`.
Time latency_of(const Way& way, Time nearest_ps) {
    const bool by_switches = way.topology == Topology::fat_tree || way.topology == Topology::dragonfly;
    return by_switches ? way.links * nearest_ps / 2 : way.links * nearest_ps;
}

class EveryShape : public testing::TestWithParam<std::tuple<NetworkModel, Way>> {
protected:
    // The torus has 4 x 3 x 2 nodes. In the fat tree, a leaf switch has two nodes, and each of the two upper switches
    // has three leaf switches. The dragonfly has three groups of two chassis, with four blades of two nodes in each
    // chassis.
    static PlatformSettings settings() {
        const auto& [model, way] = GetParam();
        PlatformSettings settings = settings_with(model);
        settings.topology = way.topology;
        settings.torus_dimensions = {4, 3, 2};
        settings.fat_tree_down = {2, 3};
        settings.fat_tree_up = {1, 2};
        settings.fat_tree_links = {1, 1};
        settings.dragonfly = {3, 2, 4, 2};  // node = ((group * 2 + chassis) * 4 + blade) * 2 + place
        return settings;
    }
    static Rank ranks() {
        switch (std::get<1>(GetParam()).topology) {
            case Topology::torus: return 24;
            case Topology::fat_tree: return 6;
            case Topology::dragonfly: return 48;
            default: return 5;
        }
    }
    // The time of one packet of `bytes` that departs at 700 ns.
    static Arrived one(const PlatformSettings& settings, std::uint64_t bytes) {
        const Way& way = std::get<1>(GetParam());
        NetworkWorld world(settings, ranks());
        world.send(way.from, way.to, bytes, 700'000);
        world.run();
        EXPECT_EQ(world.arrivals.size(), 1u);
        return world.arrivals.at(0);
    }
};

TEST_P(EveryShape, OnePacketTakesItsLinksAndItsBytes) {
    const auto& [model, way] = GetParam();
    expect_time(one(settings(), 1'000), 700'000 + latency_of(way, latency_ps) + 80'000, model);
    expect_time(one(settings(), 100'000), 700'000 + latency_of(way, latency_ps) + 8'000'000, model);
}

TEST_P(EveryShape, AShortPacketDoesNotWaitForTheGap) {
    const auto& [model, way] = GetParam();
    expect_time(one(settings(), 64), 700'000 + latency_of(way, latency_ps) + 64 * 80, model);
}

// 334 ns, 40 Gb/s: 200 ps a byte.
TEST_P(EveryShape, FollowsTheSettings) {
    const auto& [model, way] = GetParam();
    PlatformSettings slower = settings();
    slower.network.latency_ns = 334;
    slower.network.bandwidth_gbps = 40;
    slower.network.gap_ns = 250;
    expect_time(one(slower, 1'000), 700'000 + latency_of(way, 334'000) + 200'000, model);
    expect_time(one(slower, 2'000), 700'000 + latency_of(way, 334'000) + 400'000, model);
}

std::string name_of_way(const testing::TestParamInfo<std::tuple<NetworkModel, Way>>& info) {
    constexpr const char* shapes[] = {"cluster", "fat_tree", "torus", "dragonfly", "file"};
    const auto& [model, way] = info.param;
    return std::string(model == NetworkModel::loggp ? "loggp_" : "flow_") + shapes[static_cast<int>(way.topology)] +
           '_' + std::to_string(way.from) + "_to_" + std::to_string(way.to);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, EveryShape,
    testing::Combine(testing::Values(NetworkModel::loggp, NetworkModel::flow),
                     testing::Values(Way{Topology::cluster, 4, 1, 1},     //
                                     Way{Topology::torus, 0, 1, 1},       // one step in x
                                     Way{Topology::torus, 0, 3, 1},       // and back round
                                     Way{Topology::torus, 0, 23, 3},      // (3, 2, 1): a step in each dimension
                                     Way{Topology::torus, 0, 18, 4},      // (2, 1, 1)
                                     Way{Topology::fat_tree, 4, 5, 2},    // one switch
                                     Way{Topology::fat_tree, 0, 5, 4},    // through the upper switches
                                     Way{Topology::dragonfly, 0, 1, 2},   // up to the blade and down
                                     Way{Topology::dragonfly, 0, 6, 3},   // another blade of the chassis
                                     Way{Topology::dragonfly, 0, 8, 3},   // the same blade of the other chassis
                                     Way{Topology::dragonfly, 0, 14, 4},  // another blade of the other chassis
                                     Way{Topology::dragonfly, 4, 32, 3},  // blade 2 has the link to group 2's blade 0
                                     Way{Topology::dragonfly, 0, 32, 4},  // through blade 2
                                     Way{Topology::dragonfly, 2, 22, 4},  // from blade 1 to group 1, blade 0, blade 3
                                     Way{Topology::dragonfly, 2, 24, 4},  // to its other chassis
                                     Way{Topology::dragonfly, 0, 30, 6}   // through blade 1, to chassis 1, blade 3
                                     )),
    name_of_way);

// ---- A platform file with links of different speeds

// Four hosts. The link a - b is wide (10 GB/s, 100 ps a byte, 1 us), and b - c is slow (1 GB/s, 1,000 ps a byte, 3 us).
// The route a - c uses both links. d is behind a link that is faster than a port (100 GB/s, 10 ps a byte, 500 ns).
class SlowLink : public testing::TestWithParam<NetworkModel> {
protected:
    SlowLink() {
        std::ofstream(path_) << R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"> <zone id="z" routing="Full">
  <host id="a" speed="1Gf"/> <host id="b" speed="1Gf"/> <host id="c" speed="1Gf"/> <host id="d" speed="1Gf"/>
  <link id="wide" bandwidth="10GBps" latency="1us"/> <link id="slow" bandwidth="1GBps" latency="3us"/>
  <link id="fast" bandwidth="100GBps" latency="500ns"/>
  <route src="a" dst="b"> <link_ctn id="wide"/> </route>
  <route src="b" dst="c"> <link_ctn id="slow"/> </route>
  <route src="a" dst="c"> <link_ctn id="wide"/> <link_ctn id="slow"/> </route>
  <route src="a" dst="d"> <link_ctn id="fast"/> </route>
  <route src="b" dst="d"> <link_ctn id="wide"/> <link_ctn id="fast"/> </route>
  <route src="c" dst="d"> <link_ctn id="slow"/> <link_ctn id="fast"/> </route>
</zone> </platform>)";
    }
    ~SlowLink() override { std::filesystem::remove(path_); }

    PlatformSettings settings() const {
        PlatformSettings settings = settings_with(GetParam());
        settings.topology = Topology::file;
        settings.file = path_;
        return settings;
    }
    Time alone(Rank from, Rank to, std::uint64_t bytes) const {
        NetworkWorld world(settings(), 4);
        world.send(from, to, bytes, 0);
        world.run();
        return world.arrivals.at(0).time;
    }
    void expect_alone(Rank from, Rank to, std::uint64_t bytes, Time expected) const {
        expect_time({from, to, 0, alone(from, to, bytes)}, expected, GetParam());
    }
    bool loggp() const { return GetParam() == NetworkModel::loggp; }

    const std::string path_ = testing::TempDir() + "rmasim_exact_test." + std::to_string(getpid()) + ".xml";
};

TEST_P(SlowLink, TheNarrowestLinkOfTheRouteSetsTheSpeed) {
    expect_alone(0, 1, 1'000, 1'000'000 + 100'000);
    expect_alone(1, 2, 1'000, 3'000'000 + 1'000'000);
    expect_alone(0, 2, 1'000, 4'000'000 + 1'000'000);
    expect_alone(2, 0, 5'000, 4'000'000 + 5'000'000);
    expect_alone(2, 3, 1'000, 3'500'000 + 1'000'000);
}

TEST_P(SlowLink, APortIsSlowerThanAFastLink) {
    expect_alone(0, 3, 1'000, 500'000 + (loggp() ? 80'000 : 10'000));
    expect_alone(1, 3, 1'000, 1'500'000 + 100'000);
}

TEST_P(SlowLink, AShortPacketOnASlowRouteDoesNotTakeTheGap) {
    expect_alone(1, 2, 5, 3'000'000 + 5'000);
    expect_alone(1, 2, 50, 3'000'000 + 50'000);
}

// Under loggp, the sender's port is busy for only 80 ns per packet, and the receiver's port takes each packet at the
// speed of the route. Under flow, both packets share the slow link.
TEST_P(SlowLink, TwoPacketsOnASlowRoute) {
    NetworkWorld world(settings(), 4);
    world.send(1, 2, 1'000, 0, 1);
    world.send(1, 2, 1'000, 0, 2);
    world.run();
    ASSERT_EQ(world.arrivals.size(), 2u);
    expect_time(world.arrivals[0], 3'000'000 + (loggp() ? 1'000'000 : 2'000'000), GetParam());
    expect_time(world.arrivals[1], 3'000'000 + 2'000'000 + (loggp() ? gap_ps : 0), GetParam());
}

// One packet takes the slow route, the other the wide one and arrives first. loggp: the port takes them in turn.
TEST_P(SlowLink, AReceiverTakesEachAtTheSpeedOfItsRoute) {
    NetworkWorld world(settings(), 4);
    world.send(2, 1, 1'000, 0, 1);          // at the port from 3,000 to 4,000 ns
    world.send(0, 1, 1'000, 2'500'000, 2);  // there at 3,500 ns
    world.run();
    ASSERT_EQ(world.arrivals.size(), 2u);
    const std::size_t wide = loggp() ? 1 : 0;
    expect_time(world.arrivals[wide], loggp() ? 4'000'000 + gap_ps + 100'000 : 3'500'000 + 100'000, GetParam());
    expect_time(world.arrivals[1 - wide], 4'000'000, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Networks, SlowLink, testing::Values(NetworkModel::loggp, NetworkModel::flow));

// ---- Stalls of a NIC that several ranks share: any of its ranks names it

class StalledNode : public testing::TestWithParam<std::tuple<NetworkModel, std::vector<Rank>>> {
protected:
    // Six ranks on two nodes. The NIC that `ranks` name stalls from 0 to 3,000 ns.
    static FaultSettings faults(std::vector<Rank> ranks) {
        FaultSettings faults;
        faults.stalls.push_back({.ranks = RankSet::of(std::move(ranks)), .at_ns = 0, .for_ns = 3'000});
        return faults;
    }
    static PlatformSettings settings() {
        PlatformSettings settings = settings_with(std::get<0>(GetParam()));
        settings.ranks_per_node = 3;
        return settings;
    }
    static Time alone(Rank from, Rank to, const FaultSettings& faults) {
        NetworkWorld world(settings(), 6, 1, faults);
        world.send(from, to, 1'000, 100'000);
        world.run();
        return world.arrivals.at(0).time;
    }
};

TEST_P(StalledNode, SendsWhenTheStallIsOver) {
    const auto& [model, ranks] = GetParam();
    for (const Rank from : {0, 1, 2}) {
        expect_time({from, 4, 0, alone(from, 4, faults(ranks))}, 3'000'000 + latency_ps + 80'000, model);
    }
}

TEST_P(StalledNode, ReceivesWhenTheStallIsOver) {
    const auto& [model, ranks] = GetParam();
    for (const Rank to : {0, 1, 2}) expect_time({5, to, 0, alone(5, to, faults(ranks))}, 3'000'000, model);
}

TEST_P(StalledNode, WorksWithinANode) {
    const auto& [model, ranks] = GetParam();
    expect_time({0, 2, 0, alone(0, 2, faults(ranks))}, 100'000 + 220'000, model);
}

TEST_P(StalledNode, LeavesTheOtherNodeAlone) {
    const auto& [model, ranks] = GetParam();
    expect_time({3, 5, 0, alone(3, 5, faults(ranks))}, 100'000 + 220'000, model);
    std::vector<Rank> others;
    for (const Rank rank : ranks) others.push_back(rank + 3);
    expect_time({0, 1, 0, alone(0, 1, faults(others))}, 100'000 + 220'000, model);
    expect_time({0, 3, 0, alone(0, 3, faults(others))}, 3'000'000, model);
}

INSTANTIATE_TEST_SUITE_P(Networks, StalledNode,
                         testing::Combine(testing::Values(NetworkModel::loggp, NetworkModel::flow),
                                          testing::Values(std::vector<Rank>{0}, std::vector<Rank>{1},
                                                          std::vector<Rank>{2}, std::vector<Rank>{1, 2},
                                                          std::vector<Rank>{0, 2})));

}  // namespace
}  // namespace rmasim::sim::exact
