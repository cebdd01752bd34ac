#include "tests/unit/machine/network_world.h"

#include "sim/scenario/expression/random.h"

#include <gtest/gtest.h>

#include <map>

namespace rmasim::sim {

namespace {

using Arrivals = std::vector<Arrived>;

constexpr Time latency = 1'000'000;  // 1,000 ns in ps

PlatformSettings with_ranks_per_node(std::int64_t ranks_per_node) {
    PlatformSettings settings;
    settings.ranks_per_node = ranks_per_node;
    return settings;
}

// 100,000 packets between 50 ranks: every arrival sends one on, to a random rank, of a random size.
Arrivals random_traffic(const PlatformSettings& settings) {
    constexpr Rank ranks = 50;
    constexpr std::uint64_t packets = 100'000, in_flight = 200;
    NetworkWorld world(settings, ranks);
    Random random(7, 0);
    OpId sent = 0;
    const auto send_on = [&](Rank source, Time depart) {
        world.send(source, static_cast<Rank>(random.below(ranks)), random.below(5'000), depart, sent++);
    };
    world.on_arrival = [&](const Packet& packet, Time now) {
        if (sent < packets) send_on(packet.target, now);
    };
    while (sent < in_flight) send_on(static_cast<Rank>(sent % ranks), 0);
    world.run();
    EXPECT_EQ(world.arrivals.size(), packets);
    return world.arrivals;
}

}  // namespace

TEST(Loggp, OnePacketTakesLatencyAndBytes) {
    NetworkWorld world(PlatformSettings{}, 2);
    world.send(0, 1, 1'000, 5'000);
    world.run();
    EXPECT_EQ(world.arrivals, (Arrivals{{0, 1, 0, 5'000 + latency + 80'000}}));
}

// The gap is no part of the time of a single packet. It delays the next packet by itself and by the first one's bytes.
TEST(Loggp, GapDelaysTheNextPacket) {
    NetworkWorld world(PlatformSettings{}, 2);
    world.send(0, 1, 100, 0);  // 8 ns on the wire
    world.send(0, 1, 100, 0);
    world.run();
    EXPECT_EQ(world.arrivals, (Arrivals{{0, 1, 0, latency + 8'000}, {0, 1, 0, 18'000 + latency + 8'000}}));
}

TEST(Loggp, ReceiverTakesOnePacketAtATime) {
    NetworkWorld world(PlatformSettings{}, 3);
    world.send(1, 0, 1'000, 0);
    world.send(2, 0, 2'000, 0);
    world.run();
    EXPECT_EQ(world.arrivals, (Arrivals{{1, 0, 0, latency + 80'000}, {2, 0, 0, latency + 90'000 + 160'000}}));
}

TEST(Loggp, SenderSendsOnePacketAtATime) {
    NetworkWorld world(PlatformSettings{}, 3);
    world.send(0, 1, 1'000, 0);
    world.send(0, 2, 1'000, 0);
    world.send(0, 1, 0, 300'000);  // the port has been free since 180,000
    world.run();
    EXPECT_EQ(
        world.arrivals,
        (Arrivals{{0, 1, 0, latency + 80'000}, {0, 2, 0, 90'000 + latency + 80'000}, {0, 1, 0, 300'000 + latency}}));
}

TEST(Loggp, NicSendsAndReceivesAtOnce) {
    NetworkWorld world(PlatformSettings{}, 2);
    world.send(0, 1, 1'000, 0);
    world.send(1, 0, 1'000, 0);
    world.run();
    EXPECT_EQ(world.arrivals, (Arrivals{{0, 1, 0, latency + 80'000}, {1, 0, 0, latency + 80'000}}));
}

TEST(Loggp, RanksOfANodeUseItsMemory) {
    NetworkWorld world(with_ranks_per_node(2), 4);
    world.send(0, 1, 1'000, 0);
    world.send(0, 1, 1'000, 0);
    world.send(2, 3, 1'000, 0);  // another node's memory
    world.send(0, 2, 1'000, 0);  // the NIC is not held up by the memory
    world.run();
    EXPECT_EQ(world.arrivals,
              (Arrivals{{0, 1, 0, 220'000}, {2, 3, 0, 220'000}, {0, 1, 0, 240'000}, {0, 2, 0, latency + 80'000}}));
}

TEST(Loggp, RanksOfANodeShareTheNicInOrderOfDeparture) {
    NetworkWorld world(with_ranks_per_node(2), 4);
    world.send(0, 2, 1'000, 50'000, 1);  // called first, departs last
    world.send(1, 3, 1'000, 0, 2);
    world.run();
    EXPECT_EQ(world.arrivals, (Arrivals{{1, 3, 2, latency + 80'000}, {0, 2, 1, 90'000 + latency + 80'000}}));
}

TEST(Loggp, NarrowRouteSlowsTheReceiver) {
    PlatformSettings settings;
    settings.topology = Topology::torus;  // 2 x 1: one link
    settings.network.bandwidth_gbps = 50;
    NetworkWorld world(settings, 2);
    world.send(0, 1, 1'000, 0);
    world.run();
    EXPECT_EQ(world.arrivals, (Arrivals{{0, 1, 0, latency + 160'000}}));
}

TEST(Loggp, KeepsTheOrderOfAPair) {
    for (const std::int64_t ranks_per_node : {1, 3}) {
        NetworkWorld world(with_ranks_per_node(ranks_per_node), 6);
        Random random(1, 0);
        std::map<Rank, Time> clock;
        for (OpId op = 0; op < 5'000; ++op) {
            const auto source = static_cast<Rank>(random.below(6)), target = static_cast<Rank>(random.below(6));
            world.send(source, target, random.below(2) == 0 ? 1 : random.below(100'000), clock[source], op);
            clock[source] += static_cast<Time>(random.below(100'000));
        }
        world.run();
        ASSERT_EQ(world.arrivals.size(), 5'000U);
        std::map<std::pair<Rank, Rank>, OpId> last;
        for (const Arrived& arrived : world.arrivals) {
            OpId& before = last[{arrived.source, arrived.target}];
            EXPECT_LE(before, arrived.op);
            before = arrived.op;
        }
    }
}

TEST(Loggp, SameTrafficTwiceIsTheSame) {
    for (const std::int64_t ranks_per_node : {1, 4}) {
        EXPECT_EQ(random_traffic(with_ranks_per_node(ranks_per_node)),
                  random_traffic(with_ranks_per_node(ranks_per_node)));
    }
}

TEST(Loggp, LeavesSimgridAtTheSameTime) {
    PlatformSettings settings;
    settings.topology = Topology::torus;
    NetworkWorld world(settings, 2);
    const double start_s = world.platform.simgrid()->now_s();
    world.send(0, 1, 1'000, 0);
    world.run();
    EXPECT_NEAR(world.platform.simgrid()->now_s() - start_s, 1.08e-6, 1e-12);
}

TEST(Loggp, EndlessTransferIsAnErrorAndNotAWrap) {
    PlatformSettings settings;
    settings.network.bandwidth_gbps = 0.001;
    NetworkWorld world(settings, 2);
    const auto send_for_years = [&world] {
        for (int packet = 0; packet < 1'000; ++packet) world.send(0, 1, UINT32_MAX, 0);
    };
    EXPECT_THROW(send_for_years(), std::overflow_error);
}

TEST(Loggp, ExceptionOfAnArrivalComesOutOfTheRun) {
    NetworkWorld world(PlatformSettings{}, 2);
    world.on_arrival = [](const Packet&, Time) { throw std::runtime_error("enough"); };
    world.send(0, 1, 1'000, 0);
    EXPECT_THROW(world.run(), std::runtime_error);
}

TEST(Loggp, DataHaveLeftBeforeTheGap) {
    NetworkWorld world(PlatformSettings{}, 3);
    world.send(0, 1, 1'000, 5'000, 1, PacketKind::put, CompletionNotice::send_completed);
    world.send(0, 2, 1'000, 5'000, 2);
    world.send(0, 2, 2'000, 5'000, 3, PacketKind::put, CompletionNotice::send_completed);  // after the other two
    world.run();
    EXPECT_EQ(world.sent, (Arrivals{{0, 1, 1, 85'000}, {0, 2, 3, 5'000 + 180'000 + 160'000}}));
    EXPECT_EQ(world.arrivals.size(), 3U);
}

TEST(Loggp, DataOfRanksThatShareAPortLeaveInOrderOfDeparture) {
    NetworkWorld world(with_ranks_per_node(2), 4);
    world.send(0, 2, 1'000, 50'000, 1, PacketKind::put, CompletionNotice::send_completed);
    world.send(1, 3, 1'000, 0, 2, PacketKind::put, CompletionNotice::send_completed);
    world.send(0, 1, 1'000, 50'000, 3, PacketKind::put, CompletionNotice::send_completed);  // through the node's memory
    world.run();
    EXPECT_EQ(world.sent, (Arrivals{{0, 1, 3, 70'000}, {1, 3, 2, 80'000}, {0, 2, 1, 170'000}}));
    EXPECT_EQ(world.arrivals.size(), 3U);
}

TEST(Loggp, PacketsThatDepartAtOneTimeKeepTheirOrderWithAndWithoutANotice) {
    NetworkWorld world(with_ranks_per_node(2), 4);
    for (OpId op = 0; op < 6; ++op) {
        world.send(0, 2, 1'000, 0, op, PacketKind::put,
                   op % 2 == 0 ? CompletionNotice::none : CompletionNotice::send_completed);
    }
    world.run();
    std::vector<OpId> order;
    for (const Arrived& arrived : world.arrivals) order.push_back(arrived.op);
    EXPECT_EQ(order, (std::vector<OpId>{0, 1, 2, 3, 4, 5}));
}

}  // namespace rmasim::sim
