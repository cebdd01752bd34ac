// Packet names, the one place that turns kinds and flags into text, and the counts that use them.
#include "protocol/base/counts.h"
#include "protocol/base/packet.h"

#include <gtest/gtest.h>

#include <set>

namespace rmasim {
namespace {

TEST(CorePacket, KindsAndFlagsInTheFixedOrder) {
    EXPECT_EQ(kind_name(PacketKind::put, PacketFlag::unlock | PacketFlag::lock_exclusive), "PUT+LOCK.X+UNLOCK");
    EXPECT_EQ(kind_name(PacketKind::accumulate, PacketFlag::rma_done | PacketFlag::lock_shared), "ACC+LOCK.S+RMA_DONE");
    EXPECT_EQ(kind_name(PacketKind::get_resp, PacketFlag::rma_done_ack | PacketFlag::lock_granted),
              "GET_RESP+LOCK_GRANTED+RMA_DONE_ACK");
    EXPECT_EQ(kind_name(PacketKind::lock_granted, PacketFlag::none), "LOCK_GRANTED");
}

TEST(CorePacket, NoTwoKindsShareANameOrAnIndex) {
    std::set<std::string> names;
    std::set<std::size_t> indices;
    for (std::size_t kind = 0; kind < packet_kind_count; ++kind) {
        for (std::size_t flags = 0; flags < packet_flag_sets; ++flags) {
            const auto k = static_cast<PacketKind>(kind);
            const auto f = static_cast<PacketFlag>(flags);
            EXPECT_TRUE(names.insert(kind_name(k, f)).second) << kind_name(k, f);
            EXPECT_LT(kind_index(k, f), kind_index_count);
            EXPECT_TRUE(indices.insert(kind_index(k, f)).second);
        }
    }
}

TEST(CorePacket, DescribeSaysWhoToWhom) {
    Packet packet;
    packet.source = 2;
    packet.target = 0;
    packet.kind = PacketKind::rma_done_ack;
    EXPECT_EQ(describe(packet), "2>0 RMA_DONE_ACK");
}

TEST(CorePacket, RepliesAndTreesHaveTheirFlags) {
    EXPECT_EQ(kind_name(PacketKind::put, PacketFlag::rma_done | PacketFlag::complete), "PUT+RMA_DONE+COMPLETE");
    EXPECT_EQ(kind_name(PacketKind::lock_granted, PacketFlag::resend), "LOCK_GRANTED+RESEND");
    EXPECT_EQ(kind_name(PacketKind::compare_and_swap_resp, PacketFlag::rma_done_ack), "CAS_RESP+RMA_DONE_ACK");
    EXPECT_EQ(kind_name(PacketKind::get_accumulate, PacketFlag::unlock), "GET_ACC+UNLOCK");
}

TEST(CorePacket, CountsByKindAndFlags) {
    Counts counts;
    Packet packet;
    counts.add(packet, 40);
    packet.flags = PacketFlag::unlock;
    counts.add(packet, 40);
    counts.add(packet, 40);
    EXPECT_EQ(counts.total(), 3u);
    EXPECT_EQ(counts.wire_bytes(), 120u);
    EXPECT_EQ(counts.by_kind(), (std::map<std::string, std::uint64_t>{{"PUT", 1}, {"PUT+UNLOCK", 2}}));
}

}  // namespace
}  // namespace rmasim
