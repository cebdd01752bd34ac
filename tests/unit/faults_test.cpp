// Do the plans of faults say what the scenario asks for?
#include "protocol/newrma/packets.h"
#include "protocol/shm/packets.h"
#include "sim/faults/call_faults.h"
#include "sim/faults/loss_plan.h"
#include "sim/faults/rank_faults.h"

#include <gtest/gtest.h>

namespace rmasim::sim {
namespace {

Packet packet(Rank source, Rank target, PacketKind kind = PacketKind::put) {
    Packet packet;
    packet.source = source;
    packet.target = target;
    packet.kind = kind;
    return packet;
}

PacketLoss loss(RankSet from, RankSet to, std::uint32_t nth) {
    return {.from = std::move(from), .to = std::move(to), .kind = {}, .nth = nth};
}

TEST(LossPlan, TakesTheNthOfEachPair) {
    const std::vector<PacketLoss> losses{loss(RankSet::of({0, 1}), RankSet::of({2}), 2)};
    LossPlan plan(losses, newrma::packet_vocabulary, 1);
    EXPECT_FALSE(plan.is_lost(packet(0, 2)));
    EXPECT_FALSE(plan.is_lost(packet(1, 2)));
    EXPECT_TRUE(plan.is_lost(packet(0, 2)));
    EXPECT_FALSE(plan.is_lost(packet(0, 2)));
    EXPECT_TRUE(plan.is_lost(packet(1, 2)));
    for (int i = 0; i < 5; ++i) EXPECT_FALSE(plan.is_lost(packet(2, 0)));
    ASSERT_EQ(plan.lost().size(), 2u);
    EXPECT_EQ(plan.lost()[1].packet.source, 1);
    EXPECT_EQ(plan.lost()[1].nth, 2u);
}

TEST(LossPlan, CountsTheKindItNamesAndReportsThePlaceInThePair) {
    PacketLoss of_acks = loss(RankSet::all(), RankSet::all(), 1);
    of_acks.kind = "RMA_DONE_ACK";
    const std::vector<PacketLoss> losses{of_acks};
    LossPlan plan(losses, newrma::packet_vocabulary, 1);
    EXPECT_FALSE(plan.is_lost(packet(0, 1)));
    EXPECT_FALSE(plan.is_lost(packet(0, 1)));
    EXPECT_TRUE(plan.is_lost(packet(0, 1, newrma::kind::rma_done_ack)));
    EXPECT_EQ(text_of(plan.lost().front()), "the packet 0>1 RMA_DONE_ACK was lost (the 3rd of its pair)");
}

TEST(LossPlan, NeverLosesAKindThatTheFamilyHasNot) {
    PacketLoss of_counts = loss(RankSet::all(), RankSet::all(), 1);
    of_counts.kind = "OP_COUNTS";
    const std::vector<PacketLoss> losses{of_counts};
    LossPlan plan(losses, newrma::packet_vocabulary, 1);
    EXPECT_FALSE(plan.is_lost(packet(0, 1)));
    EXPECT_FALSE(plan.is_lost(packet(0, 1, shm::kind::op_counts)));
    LossPlan of_shm(losses, shm::packet_vocabulary, 1);
    EXPECT_TRUE(of_shm.is_lost(packet(0, 1, shm::kind::op_counts)));
}

std::vector<bool> fates(std::uint64_t seed, double percent, Rank source, int packets) {
    PacketLoss by_chance = loss(RankSet::all(), RankSet::all(), 0);
    by_chance.percent = percent;
    const std::vector<PacketLoss> losses{by_chance};
    LossPlan plan(losses, newrma::packet_vocabulary, seed);
    std::vector<bool> lost;
    for (int i = 0; i < packets; ++i) {
        lost.push_back(plan.is_lost(packet(source, 1)));
        plan.is_lost(packet(source + 1, 1));  // what else travels changes nothing
    }
    return lost;
}

TEST(LossPlan, ChanceIsTheSeedsAndThePairs) {
    const auto some = fates(1, 10, 2, 10'000);
    EXPECT_NEAR(static_cast<double>(std::count(some.begin(), some.end(), true)), 1000, 150);
    EXPECT_EQ(some, fates(1, 10, 2, 10'000));
    EXPECT_NE(some, fates(2, 10, 2, 10'000));
    EXPECT_NE(some, fates(1, 10, 3, 10'000));
    const auto none = fates(1, 0, 2, 1000), all = fates(1, 100, 2, 1000);
    EXPECT_EQ(std::count(none.begin(), none.end(), true), 0);
    EXPECT_EQ(std::count(all.begin(), all.end(), true), 1000);
}

TEST(CallFaults, HappenInTheCallAndToTheRanksNamed) {
    FaultSettings faults;
    faults.deaths.push_back({RankSet::of({3}), {std::nullopt, 2}});
    faults.deaths.push_back({RankSet::all(), {700, 0}});
    faults.shrinks.push_back({.ranks = RankSet::all(), .when = {std::nullopt, 2}, .pool = "op.global"});
    const CallFaults calls(faults);
    EXPECT_FALSE(calls.at_call(3, 1).dies);
    EXPECT_TRUE(calls.at_call(3, 2).dies);
    EXPECT_FALSE(calls.at_call(2, 2).dies);
    ASSERT_EQ(calls.at_call(2, 2).shrinks.size(), 1u);
    EXPECT_EQ(calls.at_call(2, 2).shrinks.front()->pool, "op.global");
    EXPECT_TRUE(calls.at_call(2, 3).shrinks.empty());
    EXPECT_EQ(in_call(1) + ", " + in_call(12) + ", " + in_call(22) + ", " + in_call(103),
              "in its 1st call, in its 12th call, in its 22nd call, in its 103rd call");
}

TEST(Standstills, WorkContinuesAfterThem) {
    Standstills some;
    some.add({.ranks = {}, .at_ns = 100, .for_ns = 50});
    some.add({.ranks = {}, .at_ns = 140, .for_ns = 20, .every_ns = 100});
    EXPECT_EQ(some.after(from_ns(99)), from_ns(99));
    EXPECT_EQ(some.after(from_ns(100)), from_ns(160));  // the second begins before the first ends
    EXPECT_EQ(some.after(from_ns(245)), from_ns(260));
    EXPECT_EQ(some.end_of_work(from_ns(90), from_ns(10)), from_ns(100));
    EXPECT_EQ(some.end_of_work(from_ns(90), from_ns(11)), from_ns(161));
    EXPECT_EQ(some.end_of_work(from_ns(90), from_ns(100)), from_ns(270));
    EXPECT_EQ(some.end_of_work(from_ns(120), 0), from_ns(160));
}

TEST(Standstills, LongWorkCostsNoMoreThanShortWork) {
    Standstills one;
    one.add({.ranks = {}, .at_ns = 5, .for_ns = 1, .every_ns = 2});
    EXPECT_EQ(one.end_of_work(0, from_ns(1'000'000'005)), from_ns(2'000'000'005));
    EXPECT_THROW(one.end_of_work(0, from_ns(6'000'000'000'000'000)), std::overflow_error);
}

TEST(Standstills, ThatNeverEndAreRefused) {
    Standstills both;
    both.add({.ranks = {}, .at_ns = 0, .for_ns = 5, .every_ns = 10});
    both.add({.ranks = {}, .at_ns = 5, .for_ns = 5, .every_ns = 10});
    EXPECT_THROW(both.after(0), std::overflow_error);
}

TEST(RankFaults, SlowAndPausedAndMortal) {
    FaultSettings faults;
    faults.stragglers.push_back({RankSet::of({1}), 2.5});
    faults.pauses.push_back({.ranks = RankSet::of({1}), .at_ns = 100, .for_ns = 1000});
    faults.deaths.push_back({RankSet::of({1}), {900, 0}});
    faults.deaths.push_back({RankSet::of({1}), {800, 0}});
    faults.shrinks.push_back({.ranks = RankSet::of({1}), .when = {500, 0}, .pool = "op.global"});
    faults.shrinks.push_back({.ranks = RankSet::of({1}), .when = {400, 0}, .pool = "target.global"});
    RankFaults slow(faults, 1);
    RankFaults other(faults, 2);
    EXPECT_EQ(slow.stretched(0, from_ns(40)), from_ns(100));
    EXPECT_EQ(slow.stretched(0, from_ns(80)), from_ns(1200));
    EXPECT_EQ(slow.death(), from_ns(800));
    EXPECT_EQ(slow.next_shrink(from_ns(399)), nullptr);
    EXPECT_EQ(slow.next_shrink(from_ns(600))->pool, "target.global");
    EXPECT_EQ(slow.next_shrink(from_ns(600))->pool, "op.global");
    EXPECT_EQ(slow.next_shrink(from_ns(600)), nullptr);
    EXPECT_EQ(other.stretched(0, from_ns(80)), from_ns(80));
    EXPECT_FALSE(other.death());
    EXPECT_EQ(other.next_shrink(from_ns(600)), nullptr);
}

TEST(RankFaults, TimeThatRunsOutIsAnError) {
    FaultSettings faults;
    faults.stragglers.push_back({RankSet::all(), 1'000'000});
    EXPECT_THROW(RankFaults(faults, 0).stretched(0, from_ns(1'000'000'000'000)), std::overflow_error);
}

}  // namespace
}  // namespace rmasim::sim
