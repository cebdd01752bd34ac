// Packets, their names, and the counts that use them.
#include "protocol/base/counts.h"
#include "protocol/newrma/packets.h"
#include "protocol/shm/packets.h"

#include <gtest/gtest.h>

#include <set>

namespace rmasim {
namespace {

namespace kind = newrma::kind;
namespace flag = newrma::flag;

std::string name(PacketKind kind, PacketFlag flags = PacketFlag::none) {
    return newrma::packet_vocabulary.name({kind, flags});
}

Packet packet(PacketKind kind, PacketFlag flags = PacketFlag::none) {
    Packet packet;
    packet.kind = kind;
    packet.flags = flags;
    return packet;
}

TEST(CorePacket, KindsAndFlagsInTheFixedOrder) {
    EXPECT_EQ(name(PacketKind::put, flag::unlock | flag::lock_exclusive), "PUT+LOCK.X+UNLOCK");
    EXPECT_EQ(name(PacketKind::accumulate, flag::rma_done | flag::lock_shared), "ACC+LOCK.S+RMA_DONE");
    EXPECT_EQ(name(PacketKind::get_resp, flag::rma_done_ack | flag::lock_granted),
              "GET_RESP+LOCK_GRANTED+RMA_DONE_ACK");
    EXPECT_EQ(name(kind::lock_granted), "LOCK_GRANTED");
}

TEST(CorePacket, NoTwoKindsShareANameOrACode) {
    std::set<std::string> names;
    std::set<std::uint64_t> codes;
    for (const KindEntry& entry : newrma::packet_vocabulary.kinds()) {
        for (unsigned flags = 0; flags < 256; ++flags) {
            const PacketType type{entry.kind, static_cast<PacketFlag>(flags)};
            EXPECT_TRUE(names.insert(newrma::packet_vocabulary.name(type)).second);
            EXPECT_TRUE(codes.insert(Counts::code_of(type)).second);
            EXPECT_EQ(Counts::type_of(Counts::code_of(type)), type);
        }
    }
}

TEST(CorePacket, DescribeSaysWhoToWhom) {
    Packet ack = packet(kind::rma_done_ack);
    ack.source = 2;
    ack.target = 0;
    EXPECT_EQ(newrma::packet_vocabulary.describe(ack), "2>0 RMA_DONE_ACK");
}

TEST(CorePacket, RepliesAndTreesHaveTheirFlags) {
    EXPECT_EQ(name(PacketKind::put, flag::rma_done | flag::complete), "PUT+RMA_DONE+COMPLETE");
    EXPECT_EQ(name(kind::lock_granted, flag::resend), "LOCK_GRANTED+RESEND");
    EXPECT_EQ(name(PacketKind::compare_and_swap_resp, flag::rma_done_ack), "CAS_RESP+RMA_DONE_ACK");
    EXPECT_EQ(name(PacketKind::get_accumulate, flag::unlock), "GET_ACC+UNLOCK");
}

TEST(CorePacket, WhatAFamilyHasNotIsANumber) {
    EXPECT_EQ(shm::packet_vocabulary.name({kind::post, flag::unlock}), "kind 17+flags 8");
    EXPECT_EQ(shm::packet_vocabulary.name({PacketKind::barrier, PacketFlag::none}), "BARRIER");
}

using Numbers = std::map<std::string, unsigned, std::less<>>;

// Others may be here besides.
void expect_kept(const Numbers& here, const Numbers& blessed) {
    for (const auto& [name, number] : blessed) {
        ASSERT_TRUE(here.contains(name)) << name;
        EXPECT_EQ(here.at(name), number) << name;
    }
}

// The digests of existing scenarios contain these numbers. New kinds and flags must have new ones.
TEST(CorePacket, NumbersInDigestsNeverChange) {
    Numbers numbers;
    for (const PacketVocabulary* family : {&newrma::packet_vocabulary, &shm::packet_vocabulary}) {
        for (const KindEntry& entry : family->kinds()) {
            numbers[std::string(entry.name)] = static_cast<unsigned>(entry.kind);
        }
    }
    const Numbers blessed{
        {"PUT", 0},     {"ACC", 1},           {"GET", 2},           {"LOCK", 3},      {"UNLOCK", 4},    {"RMA_DONE", 5},
        {"BARRIER", 6}, {"LOCK_GRANTED", 7},  {"RMA_DONE_ACK", 8},  {"GET_RESP", 9},  {"GET_ACC", 10},  {"FOP", 11},
        {"CAS", 12},    {"COMPLETE", 13},     {"GET_ACC_RESP", 14}, {"FOP_RESP", 15}, {"CAS_RESP", 16}, {"POST", 17},
        {"SEND", 18},   {"NODE_BARRIER", 19}, {"OP_COUNTS", 20}};
    expect_kept(numbers, blessed);
    Numbers flags;
    for (const FlagEntry& entry : newrma::packet_vocabulary.flags()) {
        flags[std::string(entry.name)] = static_cast<unsigned>(entry.flag);
    }
    const Numbers blessed_flags{{"LOCK.S", 1},        {"LOCK.X", 2},        {"RMA_DONE", 4},  {"UNLOCK", 8},
                                {"LOCK_GRANTED", 16}, {"RMA_DONE_ACK", 32}, {"COMPLETE", 64}, {"RESEND", 128}};
    expect_kept(flags, blessed_flags);
}

TEST(CorePacket, AnUnsoundVocabularyIsSeen) {
    const auto own_text = [](const Packet&) { return std::string(); };
    const auto sound = [&](std::vector<KindEntry> kinds, std::vector<FlagEntry> flags) {
        return PacketVocabulary(kinds, flags, own_text).is_sound();
    };
    const KindEntry put = common_kinds::put;
    const FlagEntry bit{PacketFlag{1}, "A", ""};
    EXPECT_TRUE(sound({put}, {bit, {PacketFlag{1u << 15}, "B", ""}}));
    EXPECT_FALSE(sound({put, {PacketKind::put, "OTHER", PacketClass::request, ""}}, {}));
    EXPECT_FALSE(sound({put, {PacketKind::get, "PUT", PacketClass::request, ""}}, {}));
    // As a request or a reply it would not even compile in a constexpr table: sets of kinds end before this kind.
    EXPECT_FALSE(sound({{PacketKind{kind_limit}, "HIGH", PacketClass::group, ""}}, {}));
    EXPECT_FALSE(sound({{PacketKind::get, "A+B", PacketClass::request, ""}}, {}));
    EXPECT_FALSE(sound({}, {bit, {PacketFlag{1}, "B", ""}}));
    EXPECT_FALSE(sound({}, {bit, {PacketFlag{2}, "A", ""}}));
    EXPECT_FALSE(sound({}, {{PacketFlag{3}, "TWO", ""}}));
}

TEST(CorePacket, ClassesAreTheTablesWords) {
    const PacketVocabulary& vocabulary = newrma::packet_vocabulary;
    for (const PacketKind one : {PacketKind::put, PacketKind::compare_and_swap, kind::lock, kind::rma_done}) {
        EXPECT_TRUE(vocabulary.is_request(one) && !vocabulary.is_reply(one));
    }
    for (const PacketKind one : {PacketKind::get_resp, PacketKind::compare_and_swap_resp, kind::lock_granted}) {
        EXPECT_TRUE(vocabulary.is_reply(one) && !vocabulary.is_request(one));
    }
    for (const PacketKind one : {kind::complete, kind::post, PacketKind::barrier, PacketKind::send}) {
        EXPECT_FALSE(vocabulary.is_request(one) || vocabulary.is_reply(one));
    }
}

TEST(CorePacket, OperationsAreThoseOfTheCalls) {
    for (const OpKind op : {OpKind::put, OpKind::get, OpKind::accumulate, OpKind::get_accumulate, OpKind::fetch_and_op,
                            OpKind::compare_and_swap}) {
        EXPECT_TRUE(is_operation(packet_kind_of(op)));
        EXPECT_EQ(op_kind_of(packet_kind_of(op)), op);
    }
    for (const PacketKind one : {kind::lock, kind::rma_done, PacketKind::get_resp, PacketKind::send}) {
        EXPECT_FALSE(is_operation(one));
    }
}

TEST(CorePacket, AFamilysPartIsNothingUntilItIsSet) {
    Packet own = packet(kind::lock);
    EXPECT_EQ(newrma::part(own).ack_id, 0u);
    EXPECT_EQ(newrma::part(own).on_behalf_of, no_rank);
    EXPECT_EQ(newrma::part(own).lock_type, LockType::shared);
    newrma::set_ack_id(own, 0xFFFFFFFF);
    newrma::set_on_behalf_of(own, 0);
    newrma::set_lock_type(own, LockType::exclusive);
    EXPECT_EQ(newrma::part(own).ack_id, 0xFFFFFFFF);
    EXPECT_EQ(newrma::part(own).on_behalf_of, 0);
    EXPECT_EQ(newrma::part(own).lock_type, LockType::exclusive);
}

// Some members lie in the padding of the region: writing one must not change the other.
TEST(CorePacket, TheRegionAndWhatLiesInItsPaddingAreApart) {
    Packet one = packet(PacketKind::send);
    one.reduce = ReduceOp::no_op;
    one.round = 17;
    one.region = Region{1, 2, 3, 4, Datatype::float64};
    EXPECT_EQ(one.kind, PacketKind::send);
    EXPECT_EQ(one.reduce, ReduceOp::no_op);
    EXPECT_EQ(one.round, 17);
    const Packet copy = one;
    one.kind = PacketKind::get;
    one.reduce = ReduceOp::sum;
    one.round = 255;
    EXPECT_EQ(one.region.datatype, Datatype::float64);
    EXPECT_EQ(one.region.stride, 4u);
    Region& region = one.region;
    region = copy.region;
    EXPECT_EQ(one.kind, PacketKind::get);
    EXPECT_EQ(one.round, 255);
    EXPECT_EQ(copy.round, 17);
}

TEST(CorePacket, CountsByKindAndFlags) {
    Counts counts;
    counts.add(packet(PacketKind::put), 40);
    counts.add(packet(PacketKind::put, flag::unlock), 40);
    counts.add(packet(PacketKind::put, flag::unlock), 40);
    EXPECT_EQ(counts.total(), 3u);
    EXPECT_EQ(counts.wire_bytes(), 120u);
    EXPECT_EQ(counts.by_kind(newrma::packet_vocabulary),
              (std::map<std::string, std::uint64_t>{{"PUT", 1}, {"PUT+UNLOCK", 2}}));
}

// More kinds than there are slots, in an order that keeps displacing them; then all of it again, cleared.
TEST(CorePacket, CountsManyKinds) {
    Counts counts;
    for (int round = 1; round <= 2; ++round) {
        for (unsigned flags = 0; flags < 1000; ++flags) {
            for (unsigned value = 0; value < 5; ++value) {
                const Packet one = packet(static_cast<PacketKind>(value * 7), static_cast<PacketFlag>(999 - flags));
                for (unsigned k = 0; k <= value; ++k) counts.add(one, 1);
            }
        }
        EXPECT_EQ(counts.total(), 15'000u);
        ASSERT_EQ(counts.kinds().size(), 5'000u);
        std::uint64_t before = 0;
        for (const Counts::Kind& one : counts.kinds()) {
            EXPECT_TRUE(before == 0 || before < one.code);
            before = one.code;
            EXPECT_EQ(one.packets, static_cast<unsigned>(Counts::type_of(one.code).kind) / 7 + 1);
        }
        counts.clear();
        EXPECT_EQ(counts.total(), 0u);
        EXPECT_TRUE(counts.kinds().empty());
    }
}

}  // namespace
}  // namespace rmasim
