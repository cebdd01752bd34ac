// The delays of packets and the speeds of links agree with the faults.
#include "sim/scenario/json/errors.h"
#include "tests/unit/machine/network_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {
namespace {

std::vector<Arrived> burst(const PlatformSettings& settings, const FaultSettings& faults, std::uint64_t seed = 1) {
    NetworkWorld world(settings, 4, seed, faults);
    for (OpId op = 0; op < 100; ++op) {
        world.send(0, 1, 64, from_ns(op * 100), op);
        world.send(2, 3, 64, from_ns(op * 100), op);
    }
    world.run();
    return world.arrivals;
}

std::vector<Time> times(const std::vector<Arrived>& arrivals, Rank target) {
    std::vector<Time> times(100);
    for (const Arrived& arrived : arrivals) {
        if (arrived.target == target) times[arrived.op] = arrived.time;
    }
    return times;
}

bool in_order(const std::vector<Arrived>& arrivals, Rank target) {
    std::vector<OpId> ops;
    for (const Arrived& arrived : arrivals) {
        if (arrived.target == target) ops.push_back(arrived.op);
    }
    return std::is_sorted(ops.begin(), ops.end());
}

class LatePackets : public testing::TestWithParam<NetworkModel> {
protected:
    PlatformSettings settings = settings_with(GetParam());
    std::vector<Arrived> punctual = burst(settings, {});
};

TEST_P(LatePackets, AreLateByTheDelayAndOthersAreNot) {
    FaultSettings faults;
    faults.delays.push_back({.from = RankSet::of({0}), .to = RankSet::of({1}), .delay_ns = 700});
    faults.delays.push_back({.from = RankSet::all(), .to = RankSet::of({1}), .delay_ns = 50});
    const auto late = burst(settings, faults);
    const auto before = times(punctual, 1), after = times(late, 1);
    for (std::size_t op = 0; op < before.size(); ++op) EXPECT_EQ(after[op], before[op] + from_ns(750)) << op;
    EXPECT_EQ(times(late, 3), times(punctual, 3));
}

TEST_P(LatePackets, JitterIsTheSeedsAndKeepsTheOrder) {
    FaultSettings faults;
    faults.delays.push_back({.from = RankSet::of({0}), .to = RankSet::all(), .delay_ns = 0, .jitter_ns = 1000});
    const auto late = burst(settings, faults);
    EXPECT_TRUE(in_order(late, 1));
    EXPECT_EQ(late, burst(settings, faults));
    EXPECT_NE(late, burst(settings, faults, 2));
    const auto before = times(punctual, 1), after = times(late, 1);
    Time max = 0;
    for (std::size_t op = 0; op < before.size(); ++op) {
        EXPECT_GE(after[op], before[op]) << op;
        max = std::max(max, after[op] - before[op]);
    }
    EXPECT_GT(max, from_ns(900));
    EXPECT_LE(max,
              from_ns(1000));  // packets after a late one wait for it, but never longer than their own largest delay
}

TEST_P(LatePackets, JitterAtOneTargetDoesNotDependOnOtherTargets) {
    FaultSettings one, all;
    one.delays.push_back({.from = RankSet::all(), .to = RankSet::of({3}), .delay_ns = 0, .jitter_ns = 1000});
    all.delays.push_back({.from = RankSet::all(), .to = RankSet::all(), .delay_ns = 0, .jitter_ns = 1000});
    EXPECT_EQ(times(burst(settings, one), 3), times(burst(settings, all), 3));
    EXPECT_NE(times(burst(settings, one), 3), times(punctual, 3));
}

TEST_P(LatePackets, OvertakeEachOtherOnlyWhereTheNetworkReorders) {
    FaultSettings faults;
    faults.delays.push_back({.from = RankSet::all(), .to = RankSet::all(), .delay_ns = 100, .jitter_ns = 100});
    EXPECT_FALSE(in_order(burst(settings_with(GetParam(), 1000), faults), 1));
}

TEST_P(LatePackets, ANicThatStallsNeitherSendsNorReceives) {
    FaultSettings faults;
    faults.stalls.push_back({.ranks = RankSet::of({0, 3}), .at_ns = 2000, .for_ns = 3000});
    const auto stalled = burst(settings, faults);
    EXPECT_TRUE(in_order(stalled, 1) && in_order(stalled, 3));
    const auto sent = times(stalled, 1), received = times(stalled, 3), before = times(punctual, 1);
    EXPECT_EQ(sent[19], before[19]);  // left at 1,900 ns, on its way in the stall
    EXPECT_GE(sent[20], from_ns(6000));
    EXPECT_EQ(std::count_if(received.begin(), received.end(),
                            [](Time time) { return time >= from_ns(2000) && time < from_ns(5000); }),
              0);
    EXPECT_EQ(received[20], from_ns(5000));
    EXPECT_EQ(received[99], times(punctual, 3)[99]);
}

INSTANTIATE_TEST_SUITE_P(Models, LatePackets, testing::Values(NetworkModel::loggp, NetworkModel::flow));

// 1,000 ns there, then 80 ps a byte.
Time arrival_of(const FaultSettings& faults, Time depart, std::uint64_t bytes) {
    NetworkWorld world(settings_with(NetworkModel::flow), 2, 1, faults);
    world.send(0, 1, bytes, depart);
    world.run();
    return world.arrivals.front().time;
}

LinkDegradation link(std::string name) {
    return {.location = "here", .link = std::move(name), .bandwidth = {}, .latency = {}};
}

TEST(DegradedLinks, TakeEffectWhileAPacketIsOnItsWay) {
    FaultSettings faults;
    faults.links.push_back(link("node0_up"));
    faults.links[0].bandwidth = {{2000, 50}};
    EXPECT_EQ(arrival_of(faults, 0, 10'000), from_ns(1800));
    EXPECT_EQ(arrival_of(faults, from_ns(600), 10'000), from_ns(600 + 1000 + 400 + 2 * 400));
    EXPECT_EQ(arrival_of(faults, from_ns(5000), 10'000), from_ns(5000 + 1000 + 2 * 800));
}

TEST(DegradedLinks, LatencyAndPatternsAndPeriods) {
    FaultSettings faults;
    faults.links.push_back(link("node?_*"));
    faults.links[0].latency = {{0, 300}, {10'000, 100}};
    faults.links[0].period_ns = 20'000;
    EXPECT_EQ(arrival_of(faults, 0, 1000), from_ns(3000 + 80));
    EXPECT_EQ(arrival_of(faults, from_ns(12'000), 1000), from_ns(12'000 + 1000 + 80));
}

struct FromRank0 {
    Rank target;
    std::uint64_t bytes;
    std::int64_t depart_ns;
};
// When rank 0's packets arrive, in that order, while the latency of the links changes.
std::vector<Time> arrivals_while(const std::string& links, std::vector<ProfilePoint> latency,
                                 const std::vector<FromRank0>& packets) {
    FaultSettings faults;
    faults.links.push_back(link(links));
    faults.links[0].latency = std::move(latency);
    NetworkWorld world(settings_with(NetworkModel::flow), 4, 1, faults);
    for (const FromRank0& one : packets) world.send(0, one.target, one.bytes, from_ns(one.depart_ns));
    world.run();
    std::vector<Time> times;
    for (const auto& arrival : world.arrivals) times.push_back(arrival.time);
    return times;
}

using Times = std::vector<Time>;

// Half of a route's latency is that of node0_up: 500 ns at first, 1,500 ns from 500 ns on, and 5,000 ns from 1,200 ns
// on. The first packet begins before both changes and keeps its latency of 1,000 ns, although both changes happen while
// the packet is in transit.
TEST(DegradedLinks, LatencyChangesForPacketsThatBeginFromThenOn) {
    EXPECT_EQ(arrivals_while("node0_up", {{500, 300}, {1200, 1000}}, {{1, 10'000, 0}, {2, 1000, 600}, {3, 1000, 1800}}),
              (Times{from_ns(1000 + 800), from_ns(600 + 2000 + 80), from_ns(1800 + 5500 + 80)}));
}

// The second packet gets bandwidth from 2,000 ns on, when its own latency is over, and not from the change on. By then,
// the first packet has transferred 12,500 bytes. It shares the link for 160 ns, and then has the whole link again.
TEST(DegradedLinks, NoBandwidthIsTakenDuringALatencyThatChanges) {
    EXPECT_EQ(arrivals_while("node0_up", {{1500, 300}}, {{1, 20'000, 0}, {2, 1000, 1000}}),
              (Times{from_ns(2000 + 160), from_ns(2000 + 160 + 520)}));
}

// Each packet of the pair takes 1,000 ns and its bytes; the change that sets what was comes during the second.
TEST(DegradedLinks, PacketsFollowOneThatMetAChange) {
    EXPECT_EQ(arrivals_while("*", {{3500, 100}},
                             {{1, 1000, 0}, {1, 1000, 3000}, {1, 1000, 6000}, {1, 1000, 9000}, {1, 1000, 12'000}}),
              (Times{from_ns(1080), from_ns(4080), from_ns(7080), from_ns(10'080), from_ns(13'080)}));
}

TEST(DegradedLinks, PercentsMayHaveFractions) {
    FaultSettings faults;
    faults.links.push_back(link("node0_up"));
    faults.links[0].bandwidth = {{0, 62.5}};
    EXPECT_EQ(arrival_of(faults, 0, 10'000), from_ns(1000 + 1280));
    faults.links[0].bandwidth = {};
    faults.links[0].latency = {{0, 100.8}};
    EXPECT_EQ(arrival_of(faults, 0, 10'000), from_ns(1004 + 800));  // half of the way's latency is this link's
}

TEST(DegradedLinks, DoNotKeepARunGoing) {
    FaultSettings faults;
    faults.links.push_back(link("*"));
    faults.links[0].bandwidth = {{0, 50}, {100, 60}};
    faults.links[0].period_ns = 200;
    EXPECT_EQ(arrival_of(faults, 0, 0) / from_ns(1), 1000);
}

TEST(DegradedLinks, ThatAreNotThereAreRefusedWithTheNearest) {
    FaultSettings faults;
    faults.links.push_back(link("node0-up"));
    try {
        arrival_of(faults, 0, 1);
        FAIL() << "taken";
    } catch (const BadInput& error) {
        EXPECT_EQ(error.location, "here");
        EXPECT_EQ(error.found, "\"node0-up\", which matches no link of the platform");
        EXPECT_EQ(error.allowed,
                  "one of \"node0_down\", \"node0_up\", \"node1_down\", \"node1_up\"; did you mean "
                  "\"node0_up\"?; or a pattern such as \"*\"");
    }
}

}  // namespace
}  // namespace rmasim::sim
