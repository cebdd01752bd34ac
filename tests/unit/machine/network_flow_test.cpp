#include "tests/unit/machine/network_world.h"

#include "sim/machine/network/flow.h"
#include "sim/machine/network/pair_order.h"
#include "sim/machine/simgrid/trial.h"
#include "sim/scenario/expression/random.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>

namespace rmasim::sim {

namespace {

using Arrivals = std::vector<Arrived>;

constexpr Time link_latency = 1'000'000;  // 1,000 ns in ps
constexpr Time rounding = 2;              // SimGrid's doubles and its precision of 1 ps

PlatformSettings flow_settings(Topology topology = Topology::cluster) {
    PlatformSettings settings;
    settings.topology = topology;
    settings.network.model = NetworkModel::flow;
    return settings;
}

void expect_arrivals(const Arrivals& found, const Arrivals& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].source, expected[i].source) << i;
        EXPECT_EQ(found[i].target, expected[i].target) << i;
        EXPECT_EQ(found[i].op, expected[i].op) << i;
        EXPECT_NEAR(static_cast<double>(found[i].time), static_cast<double>(expected[i].time), rounding) << i;
    }
}

Arrivals random_traffic(OpId packets, OpId in_flight) {
    constexpr Rank ranks = 16;
    NetworkWorld world(flow_settings(), ranks);
    Random random(7, 0);
    OpId sent = 0;
    const auto send_on = [&](Rank source, Time depart) {
        world.send(source, static_cast<Rank>(random.below(ranks)), random.below(5'000), depart, sent++);
    };
    world.on_arrival = [&](const Packet& packet, Time now) {
        if (sent < packets) send_on(packet.target, now + 1'000);
    };
    while (sent < in_flight) send_on(static_cast<Rank>(sent % ranks), 0);
    world.run();
    EXPECT_EQ(world.arrivals.size(), packets);
    return world.arrivals;
}

// Two hosts and a link, of which one property changes by the profile: "state" (up and down), "latency".
class TwoHosts {
public:
    explicit TwoHosts(const std::string& profile, const std::string& property = "state") {
        std::ofstream(folder_ + profile_) << profile;
        std::ofstream(path_) << "<?xml version='1.0'?>\n"
                                "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                                "<platform version=\"4.1\"> <zone id=\"z\" routing=\"Full\">\n"
                                "<host id=\"a\" speed=\"1Gf\"/> <host id=\"b\" speed=\"1Gf\"/>\n"
                                "<link id=\"l\" bandwidth=\"1GBps\" latency=\"1us\" "
                             << property << "_file=\"" << profile_
                             << "\"/>\n"
                                "<route src=\"a\" dst=\"b\"> <link_ctn id=\"l\"/> </route> </zone> </platform>\n";
        settings.file = path_;
    }
    ~TwoHosts() {
        std::filesystem::remove(path_);
        std::filesystem::remove(folder_ + profile_);
    }
    TwoHosts(const TwoHosts&) = delete;
    TwoHosts& operator=(const TwoHosts&) = delete;

    PlatformSettings settings = flow_settings(Topology::file);

private:
    std::string folder_ = testing::TempDir();
    std::string name_ = "rmasim_flow_test_" + std::to_string(getpid());  // several may run at once
    std::string profile_ = name_ + ".profile";                           // SimGrid expects it next to the platform
    std::string path_ = folder_ + name_ + ".xml";
};

void send_a_packet(const PlatformSettings& settings, Time depart) {
    NetworkWorld world(settings, 2);
    world.send(0, 1, 1'000, depart);
    world.run();
}

}  // namespace

TEST(Flow, OnePacketTakesLatencyAndBytes) {
    NetworkWorld world(flow_settings(), 2);
    world.send(0, 1, 1'000, 5'000);
    world.run();
    expect_arrivals(world.arrivals, {{0, 1, 0, 5'000 + link_latency + 80'000}});
}

TEST(Flow, OnePacketTakesAsLongAsInLoggp) {
    for (const Topology topology : {Topology::cluster, Topology::torus, Topology::fat_tree, Topology::dragonfly}) {
        PlatformSettings settings = flow_settings(topology);
        Arrivals arrivals;
        for (const NetworkModel model : {NetworkModel::flow, NetworkModel::loggp}) {
            settings.network.model = model;
            NetworkWorld world(settings, 20);
            world.send(3, 17, 12'345, 678);
            world.run();
            arrivals.push_back(world.arrivals.at(0));
        }
        expect_arrivals({arrivals[0]}, {arrivals[1]});
    }
}

// No window of TCP limits packets over long distances.
TEST(Flow, OneLongPacketOverALongLinkIsAsFastAsInLoggp) {
    PlatformSettings settings = flow_settings();
    settings.network.latency_ns = 10'000'000;
    constexpr std::uint64_t bytes = 100'000'000;
    NetworkWorld world(settings, 2);
    world.send(0, 1, bytes, 0);
    world.run();
    ASSERT_EQ(world.arrivals.size(), 1U);
    const double expected_ps = 1e10 + static_cast<double>(bytes) * 80;
    EXPECT_NEAR(static_cast<double>(world.arrivals[0].time), expected_ps, 1000);
}

TEST(Flow, TwoSendersShareTheWayToOneReceiver) {
    NetworkWorld world(flow_settings(), 3);
    world.send(1, 0, 1'000, 0);
    world.send(2, 0, 1'000, 0);
    world.run();
    expect_arrivals(world.arrivals, {{1, 0, 0, link_latency + 160'000}, {2, 0, 0, link_latency + 160'000}});
}

TEST(Flow, OneSenderSharesItsWayOut) {
    NetworkWorld world(flow_settings(), 3);
    world.send(0, 1, 1'000, 0);
    world.send(0, 2, 500, 0);
    world.run();
    // Half the bandwidth each until the short packet has arrived, then the rest of the long one alone.
    expect_arrivals(world.arrivals, {{0, 2, 0, link_latency + 80'000}, {0, 1, 0, link_latency + 80'000 + 40'000}});
}

TEST(Flow, DirectionsDoNotDisturbEachOther) {
    NetworkWorld world(flow_settings(), 2);
    world.send(0, 1, 1'000, 0);
    world.send(1, 0, 1'000, 0);
    world.run();
    expect_arrivals(world.arrivals, {{0, 1, 0, link_latency + 80'000}, {1, 0, 0, link_latency + 80'000}});
}

// Each link has its whole bandwidth each way, whatever the machine's shape.
TEST(Flow, DirectionsDoNotDisturbEachOtherInAnyShape) {
    const auto arrivals_of = [](Topology topology, std::size_t packets) {
        constexpr std::array<Rank, 2> ends{0, 3};
        NetworkWorld world(flow_settings(topology), 4);
        for (std::size_t i = 0; i < packets; ++i) world.send(ends[i], ends[1 - i], 1'000'000, 0);
        world.run();
        return world.arrivals;
    };
    for (const Topology topology : {Topology::torus, Topology::fat_tree, Topology::dragonfly}) {
        const Arrivals alone = arrivals_of(topology, 1), both = arrivals_of(topology, 2);
        ASSERT_EQ(both.size(), 2U);
        for (const Arrived& one : both) {
            EXPECT_NEAR(static_cast<double>(one.time), static_cast<double>(alone.at(0).time), rounding);
        }
    }
}

TEST(Flow, EmptyPacketArrives) {
    NetworkWorld world(flow_settings(), 2);
    world.send(0, 1, 0, 0);
    world.run();
    expect_arrivals(world.arrivals, {{0, 1, 0, link_latency + 80}});  // SimGrid sends at least a byte
}

TEST(Flow, RanksOfANodeUseItsMemory) {
    PlatformSettings settings = flow_settings();
    settings.ranks_per_node = 2;
    NetworkWorld world(settings, 4);
    world.send(0, 1, 1'000, 0);
    world.send(0, 1, 1'000, 0);
    world.send(0, 2, 1'000, 0);
    world.run();
    expect_arrivals(world.arrivals, {{0, 1, 0, 220'000}, {0, 1, 0, 240'000}, {0, 2, 0, link_latency + 80'000}});
}

TEST(Flow, ShortPacketWaitsForTheLongOneBeforeIt) {
    NetworkWorld world(flow_settings(), 2);
    world.send(0, 1, 10'000, 0, 1);
    world.send(0, 1, 1'000, 0, 2);  // alone SimGrid would complete it first, at the latency + 160,000
    world.run();
    expect_arrivals(world.arrivals, {{0, 1, 1, link_latency + 880'000}, {0, 1, 2, link_latency + 880'000}});
}

// Communications of a pair that have ended are started again: nothing of the first round is left in the second.
TEST(Flow, SecondRoundOfAPairIsAsTheFirst) {
    NetworkWorld world(flow_settings(), 3);
    constexpr Time later = 10'000'000;
    for (const Time depart : {Time{0}, later}) {
        world.send(0, 1, 1'000, depart);
        world.send(0, 1, 3'000, depart);
        world.send(0, 2, 500, depart);
    }
    world.run();
    // A third of the bandwidth each for three times 500 bytes, half of it for two times 500, and 2,000 alone.
    const Arrivals round{
        {0, 2, 0, link_latency + 120'000}, {0, 1, 0, link_latency + 200'000}, {0, 1, 0, link_latency + 360'000}};
    Arrivals both = round;
    for (Arrived arrived : round) {
        arrived.time += later;
        both.push_back(arrived);
    }
    expect_arrivals(world.arrivals, both);
}

TEST(Flow, AnswersCanFollowArrivals) {
    NetworkWorld world(flow_settings(), 2);
    world.on_arrival = [&world](const Packet& packet, Time now) {
        if (packet.target == 1) world.send(1, 0, 1'000, now + 20'000, 5);
    };
    world.send(0, 1, 1'000, 0, 4);
    world.run();
    expect_arrivals(world.arrivals,
                    {{0, 1, 4, link_latency + 80'000}, {1, 0, 5, 2 * (link_latency + 80'000) + 20'000}});
    EXPECT_EQ(world.loop.now(), world.arrivals.back().time);
}

// The same traffic runs twice in this process. SimGrid's clock continues from one engine to the next, so the test
// checks that it begins at 0 again. From another time, the doubles of the clock would be rounded differently, and
// packets that end together would arrive in another order.
TEST(Flow, SameTrafficTwiceIsTheSame) {
    const auto first = random_traffic(20'000, 64), second = random_traffic(20'000, 64);
    ASSERT_EQ(first.size(), 20'000U);
    EXPECT_TRUE(first == second);
}

TEST(Flow, KeepsTheOrderOfAPair) {
    std::map<std::pair<Rank, Rank>, OpId> last;
    for (const Arrived& arrived : random_traffic(5'000, 200)) {
        OpId& before = last[{arrived.source, arrived.target}];
        EXPECT_LE(before, arrived.op);
        before = arrived.op;
    }
}

TEST(Flow, NeedsSimgridsClock) {
    const PlatformSettings settings = flow_settings();
    Platform platform(settings, 2);
    EventLoop loop(Clock::own);
    struct : Arrival {
        void arrived(const Packet&, Time) override {}
    } no_receiver;
    EXPECT_THROW(FlowNetwork(settings, platform, loop, no_receiver), std::logic_error);
}

TEST(Flow, ExceptionOfAnArrivalComesOutOfTheRun) {
    NetworkWorld world(flow_settings(), 3);
    world.on_arrival = [](const Packet&, Time) { throw std::runtime_error("enough"); };
    for (OpId op = 0; op < 100; ++op) world.send(0, 1 + static_cast<Rank>(op % 2), 1'000, op * 10'000, op);
    EXPECT_THROW(world.run(), std::runtime_error);
    EXPECT_EQ(world.arrivals.size(), 1U);  // nothing arrives after the failure
}

// A link fails at 0.5 us: in the middle of the first packet, and before the second.
TEST(Flow, PacketUnderAFailingLinkIsBadInput) {
    const TwoHosts hosts("PERIODICITY 0\n0.0000005 0\n");
    for (const Time depart : {Time{0}, Time{700'000}}) {
        // In a child, since no engine may follow one with profiles.
        const auto complaint = complaint_in_child([&hosts, depart] { send_a_packet(hosts.settings, depart); });
        EXPECT_EQ(complaint.value_or("none"),
                  "platform.file: found a link that fails while it carries a packet from rank 0 to rank 1; allowed: "
                  "links that never fail, because the flow model does not lose packets");
    }
}

// SimGrid forgets a packet whose latency is not over when the file changes it. No deadlock is made up from that.
TEST(Flow, PacketThatSimgridForgetsIsBadInput) {
    const TwoHosts hosts("PERIODICITY 0\n0.0000005 0.000002\n", "latency");
    const auto complaint = complaint_in_child([&hosts] { send_a_packet(hosts.settings, 100'000); });
    EXPECT_EQ(complaint.value_or("none"),
              "platform.file: found a latency that changes while a packet is in transit, which SimGrid then never "
              "delivers; allowed: constant latencies, or changes of latencies by \"faults\": {\"links\": ...}");
}

// The first engine's link has still to go up at 2 s, when the engine is long gone.
TEST(Flow, NoEngineFollowsOneWithProfiles) {
    const TwoHosts hosts("PERIODICITY 0\n2 1\n");
    const auto complaint = complaint_in_child([&hosts] {
        send_a_packet(hosts.settings, 0);
        send_a_packet(flow_settings(), 0);
    });
    EXPECT_EQ(complaint.value_or("none"),
              "an earlier run of this process had a platform file with profiles, which SimGrid would continue: each "
              "further run needs a new process");
}

TEST(PairOrder, HoldsBackAndForgets) {
    PairOrder order;
    Packet packet, other;
    packet.source = other.source = 0;
    packet.target = 1;
    other.target = 2;
    const auto first = order.start(packet), second = order.start(packet), third = order.start(packet);
    const auto elsewhere = order.start(other);
    EXPECT_TRUE(order.finish(packet, third).empty());
    EXPECT_EQ(order.finish(other, elsewhere).size(), 1U);
    EXPECT_EQ(order.finish(packet, first).size(), 1U);
    EXPECT_EQ(order.pairs_under_way(), 1U);
    EXPECT_EQ(order.finish(packet, second).size(), 2U);
    EXPECT_EQ(order.pairs_under_way(), 0U);
}

// The communications of one pair share the link, so the short one ends first. The short packet arrives after the long
// packet, but its data leave first.
TEST(Flow, DataHaveLeftWhenTheirCommunicationEnds) {
    NetworkWorld world(flow_settings(), 2);
    world.send(0, 1, 10'000, 0, 1, PacketKind::put, CompletionNotice::send_completed);
    world.send(0, 1, 1'000, 0, 2, PacketKind::put, CompletionNotice::send_completed);
    world.send(1, 0, 1'000, 0, 3);
    world.run();
    ASSERT_EQ(world.sent.size(), 2U);
    EXPECT_EQ(world.sent[0].op, 2U);
    EXPECT_LT(world.sent[0].time, world.sent[1].time);
    const auto arrived = [&](OpId op) {
        return std::find_if(world.arrivals.begin(), world.arrivals.end(), [op](const Arrived& a) { return a.op == op; })
            ->time;
    };
    EXPECT_EQ(world.sent[1].time, arrived(1));
    EXPECT_EQ(arrived(2), arrived(1));
}

TEST(Flow, DataForARankOfTheNodeHaveLeftWhenTheyAreThroughItsMemory) {
    PlatformSettings settings = flow_settings();
    settings.ranks_per_node = 2;
    NetworkWorld world(settings, 2);
    world.send(0, 1, 1'000, 0, 1, PacketKind::put, CompletionNotice::send_completed);
    world.run();
    EXPECT_EQ(world.sent, (Arrivals{{0, 1, 1, 20'000}}));
    EXPECT_EQ(world.arrivals, (Arrivals{{0, 1, 1, 220'000}}));
}

}  // namespace rmasim::sim
