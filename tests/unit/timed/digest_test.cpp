// Digests distinguish events, independently of their order.
#include "sim/timed/counts/digest.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <vector>

namespace rmasim::sim {
namespace {

struct alignas(Event::packet_alignment) Held {
    Packet packet;
};

std::string of_packet(const Packet& packet, EventKind kind = EventKind::deliver, Time time = 5) {
    const Held held{packet};
    Digest digest;
    digest.add(time, Event::of_packet(kind, &held.packet));
    return digest.hex();
}

std::string of_rank(Time time, Rank rank, EventKind kind, std::uint16_t thread) {
    Digest digest;
    digest.add(time, Event::of_rank(kind, rank, thread));
    return digest.hex();
}

Packet some_put() {
    Packet packet;
    packet.source = 1;
    packet.target = 2;
    packet.region.count = 4;
    packet.region.stride = packet.region.block_length = 1;
    return packet;
}

TEST(Digest, DoesNotDependOnTheOrderOfEvents) {
    Digest one, other;
    for (Rank rank = 0; rank < 10; ++rank) {
        one.add(rank, Event::of_rank(EventKind::run_rank, rank));
        other.add(9 - rank, Event::of_rank(EventKind::run_rank, 9 - rank));
    }
    EXPECT_EQ(one.hex(), other.hex());
}

TEST(Digest, AnEventCountsEachTimeItIsPlayed) {
    Digest once, twice;
    once.add(7, Event::of_rank(EventKind::run_rank, 3));
    for (int i = 0; i < 2; ++i) twice.add(7, Event::of_rank(EventKind::run_rank, 3));
    EXPECT_NE(once.hex(), twice.hex());
    EXPECT_NE(twice.hex(), Digest().hex());
}

// The parts of two events do not go together with each other's.
TEST(Digest, TellsWhichEventHadWhichTime) {
    Digest one, other;
    one.add(1, Event::of_rank(EventKind::run_rank, 1));
    one.add(2, Event::of_rank(EventKind::run_rank, 2));
    other.add(2, Event::of_rank(EventKind::run_rank, 1));
    other.add(1, Event::of_rank(EventKind::run_rank, 2));
    EXPECT_NE(one.hex(), other.hex());
}

TEST(Digest, TellsRanksKindsThreadsAndTimesApart) {
    const std::set<std::string> all{
        of_rank(1, 1, EventKind::run_rank, 0), of_rank(2, 1, EventKind::run_rank, 0),
        of_rank(1, 2, EventKind::run_rank, 0), of_rank(1, 1, EventKind::run_next_library_call, 0),
        of_rank(1, 1, EventKind::run_rank, 1), of_packet({})};
    EXPECT_EQ(all.size(), 6U);
}

TEST(Digest, TellsPacketsApartByEachOfTheirParts) {
    const std::vector<std::function<void(Packet&)>> changes{
        [](Packet&) {},
        [](Packet& packet) { packet.source = 3; },
        [](Packet& packet) { packet.target = 3; },
        [](Packet& packet) { packet.op = 3; },
        [](Packet& packet) { packet.window = 3; },
        [](Packet& packet) { packet.flags = PacketFlag{3}; },
        [](Packet& packet) { packet.flags = PacketFlag{0x300}; },
        [](Packet& packet) { packet.kind = PacketKind::get; },
        [](Packet& packet) { packet.round = 3; },
        [](Packet& packet) { packet.region.disp = 3; },
        [](Packet& packet) { packet.region.count = 3; },
        [](Packet& packet) { packet.region.stride = 3; },
    };
    std::set<std::string> all{of_packet(some_put(), EventKind::send_completed),
                              of_packet(some_put(), EventKind::deliver, 6)};
    for (const auto& change : changes) {
        Packet packet = some_put();
        change(packet);
        all.insert(of_packet(packet));
    }
    EXPECT_EQ(all.size(), changes.size() + 2);
}

TEST(Digest, WhenAPacketReachesANicIsNotInIt) {
    EXPECT_EQ(of_packet(some_put(), EventKind::reach_nic), Digest().hex());
}

}  // namespace
}  // namespace rmasim::sim
