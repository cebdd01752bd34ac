// Packets overtake each other if they may, and only then.
#include "protocol/ch4/packets.h"
#include "tests/unit/machine/network_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace rmasim::sim {
namespace {

constexpr OpId packets = 200;

// The program's messages, and those of its collective calls.
constexpr std::array messages{PacketKind::send,      PacketKind::send_rts, PacketKind::send_cts,  PacketKind::send_data,
                              PacketKind::bcast,     PacketKind::reduce,   PacketKind::allreduce, PacketKind::gather,
                              PacketKind::allgather, PacketKind::scatter,  PacketKind::alltoall};

std::vector<Arrived> burst(const PlatformSettings& settings, std::uint64_t seed, PacketKind kind) {
    NetworkWorld world(settings, 2, seed);
    for (OpId op = 0; op < packets; ++op) world.send(0, 1, 64, from_ns(op * 10), op, kind);
    world.run();
    return world.arrivals;
}

bool in_order(const std::vector<Arrived>& arrivals) {
    return std::is_sorted(arrivals.begin(), arrivals.end(), [](const auto& a, const auto& b) { return a.op < b.op; });
}

class Reorder : public testing::TestWithParam<NetworkModel> {};

TEST_P(Reorder, PacketsOfAPairOvertakeEachOther) {
    const auto arrivals = burst(settings_with(GetParam(), 1000), 1, PacketKind::put);
    EXPECT_EQ(arrivals.size(), packets);
    EXPECT_FALSE(in_order(arrivals));
}

TEST_P(Reorder, PacketsOfEveryOtherKindDo) {
    for (std::uint8_t code = 0; code < 40; ++code) {
        const PacketKind kind{code};
        if (std::find(messages.begin(), messages.end(), kind) != messages.end()) continue;
        EXPECT_FALSE(in_order(burst(settings_with(GetParam(), 1000), 1, kind))) << static_cast<int>(code);
    }
}

TEST_P(Reorder, NoPacketIsLaterThanAsked) {
    const auto punctual = burst(settings_with(GetParam(), 0), 1, PacketKind::put);
    std::vector<Time> on_time(packets);
    for (const Arrived& arrived : punctual) on_time[arrived.op] = arrived.time;
    Time latest = 0;
    for (const Arrived& arrived : burst(settings_with(GetParam(), 1000), 1, PacketKind::put)) {
        const Time delay = arrived.time - on_time[arrived.op];
        EXPECT_GE(delay, 0);
        latest = std::max(latest, delay);
    }
    EXPECT_LE(latest, from_ns(1000));
    EXPECT_GT(latest, from_ns(900));
}

TEST_P(Reorder, DelaysAtOneTargetDoNotDependOnOtherTargets) {
    std::array<std::vector<Arrived>, 2> at_target;
    for (const bool with_others : {false, true}) {
        NetworkWorld world(settings_with(GetParam(), 1000), 4, 1);
        for (OpId op = 0; op < packets; ++op) {
            world.send(0, 1, 64, from_ns(op * 1000), op);
            if (with_others) world.send(2, 3, 64, from_ns(op * 1000), op);
        }
        world.run();
        for (const Arrived& arrived : world.arrivals) {
            if (arrived.target == 1) at_target[with_others].push_back(arrived);
        }
    }
    EXPECT_EQ(at_target[0].size(), packets);
    EXPECT_EQ(at_target[0], at_target[1]);
}

TEST_P(Reorder, MessagesKeepTheirOrderAndTime) {
    for (const PacketKind kind : messages) {
        EXPECT_EQ(burst(settings_with(GetParam(), 1000), 1, kind), burst(settings_with(GetParam(), 0), 1, kind))
            << static_cast<int>(kind);
    }
}

TEST_P(Reorder, InFamilyCh4OnlyOperationsOfTheNetworkDo) {
    const auto overtakes = [&](PacketKind kind) {
        NetworkWorld world(settings_with(GetParam(), 1000), 2, 1, {}, ch4::stream_of);
        for (OpId op = 0; op < packets; ++op) world.send(0, 1, 64, from_ns(op * 10), op, kind);
        world.run();
        return !in_order(world.arrivals);
    };
    for (const PacketKind kind : {nic::write, nic::read, nic::write_done, nic::read_data, nic::atomic_done}) {
        EXPECT_TRUE(overtakes(kind)) << ch4::packet_vocabulary.name({kind});
    }
    for (const PacketKind kind : {PacketKind::put, PacketKind::accumulate, ch4::kind::unlock, ch4::kind::put_dt_req,
                                  ch4::kind::put_ack, PacketKind::barrier, PacketKind::send, nic::atomic_acc}) {
        EXPECT_FALSE(overtakes(kind)) << ch4::packet_vocabulary.name({kind});
    }
}

TEST_P(Reorder, TheSeedDecides) {
    const PlatformSettings settings = settings_with(GetParam(), 1000);
    EXPECT_EQ(burst(settings, 1, PacketKind::put), burst(settings, 1, PacketKind::put));
    EXPECT_NE(burst(settings, 1, PacketKind::put), burst(settings, 2, PacketKind::put));
}

TEST_P(Reorder, WithoutItTheSeedDecidesNothing) {
    const PlatformSettings settings = settings_with(GetParam(), 0);
    EXPECT_TRUE(in_order(burst(settings, 1, PacketKind::put)));
    EXPECT_EQ(burst(settings, 1, PacketKind::put), burst(settings, 2, PacketKind::put));
}

INSTANTIATE_TEST_SUITE_P(Models, Reorder, testing::Values(NetworkModel::loggp, NetworkModel::flow));

}  // namespace
}  // namespace rmasim::sim
