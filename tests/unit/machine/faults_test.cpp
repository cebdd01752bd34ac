// The plans of faults agree with the scenario's settings.
#include "protocol/newrma/packets.h"
#include "protocol/shm/packets.h"
#include "sim/machine/faults/call_faults.h"
#include "sim/machine/faults/loss_plan.h"
#include "sim/machine/faults/rank_faults.h"
#include "sim/scenario/json/errors.h"
#include "sim/untimed/world/untimed_faults.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>
#include <vector>

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
    EXPECT_EQ(text_of(plan.lost().front()), "the packet 0>1 RMA_DONE_ACK was lost (the 3rd of its pair of ranks)");
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

std::vector<bool> outcomes(std::uint64_t seed, double percent, Rank source, int packets) {
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

// Ranks beyond 2^24 share no bits with those before them.
TEST(LossPlan, DrawsForEachPairOfTheLargestWorld) {
    PacketLoss half = loss(RankSet::all(), RankSet::all(), 0);
    half.percent = 50;
    const std::vector<PacketLoss> losses{half};
    constexpr Rank beyond = 1 << 24, last = (1 << 27) - 1;
    LossPlan plan(losses, newrma::packet_vocabulary, 1);
    std::set<std::vector<bool>> seen;
    const std::pair<Rank, Rank> pairs[] = {{0, 1},      {1, 0},    {0, beyond}, {beyond, 0}, {1, beyond},
                                           {beyond, 1}, {last, 0}, {0, last},   {last, 1},   {last, last - 1}};
    for (const auto& [source, target] : pairs) {
        std::vector<bool> lost;
        for (int i = 0; i < 64; ++i) lost.push_back(plan.is_lost(packet(source, target)));
        EXPECT_TRUE(seen.insert(lost).second) << source << " to " << target;
    }
}

TEST(LossPlan, IsToldInOneSentence) {
    const LostPacket put{packet(0, 1), 2, &newrma::packet_vocabulary};
    const std::string first = "the packet 0>1 PUT was lost (the 2nd of its pair of ranks)";
    EXPECT_EQ(text_of(std::vector<LostPacket>(1, put)), first);
    EXPECT_EQ(text_of(std::vector<LostPacket>(2, put)), first + ", and 1 more packet");
    EXPECT_EQ(text_of(std::vector<LostPacket>(3, put)), first + ", and 2 more packets");
    EXPECT_EQ(text_of(std::vector<LostPacket>(12, put)), first + ", and 11 more packets");
}

TEST(LossPlan, ChanceIsTheSeedsAndThePairs) {
    const auto some = outcomes(1, 10, 2, 10'000);
    EXPECT_NEAR(static_cast<double>(std::count(some.begin(), some.end(), true)), 1000, 150);
    EXPECT_EQ(some, outcomes(1, 10, 2, 10'000));
    EXPECT_NE(some, outcomes(2, 10, 2, 10'000));
    EXPECT_NE(some, outcomes(1, 10, 3, 10'000));
    const auto none = outcomes(1, 0, 2, 1000), all = outcomes(1, 100, 2, 1000);
    EXPECT_EQ(std::count(none.begin(), none.end(), true), 0);
    EXPECT_EQ(std::count(all.begin(), all.end(), true), 1000);
}

// Two losses lose half of the packets each, and both in a quarter of all cases: two pairs, both directions, two kinds.
TEST(LossPlan, ChancesDoNotKnowOfEachOther) {
    constexpr int packets = 10'000;
    PacketLoss half = loss(RankSet::all(), RankSet::all(), 0);
    half.percent = 50;
    PacketLoss of_puts = half;
    of_puts.kind = "PUT";
    const auto lost_by = [](const std::vector<PacketLoss>& losses, Rank source, Rank target) {
        LossPlan plan(losses, newrma::packet_vocabulary, 7);
        std::vector<bool> lost;
        for (int i = 0; i < packets; ++i) lost.push_back(plan.is_lost(packet(source, target)));
        return lost;
    };
    const auto count = [](const std::vector<bool>& lost) { return std::count(lost.begin(), lost.end(), true); };
    EXPECT_NEAR(static_cast<double>(count(lost_by({half, half}, 0, 1))), 0.75 * packets, 200);
    EXPECT_NEAR(static_cast<double>(count(lost_by({half, of_puts}, 0, 1))), 0.75 * packets, 200);
    EXPECT_NEAR(static_cast<double>(count(lost_by({half, half, half}, 2, 1))), 0.875 * packets, 200);
    const std::vector<bool> one = lost_by({half}, 0, 1);
    for (const auto& [source, target] : {std::pair{1, 0}, std::pair{0, 2}, std::pair{2, 1}, std::pair{1, 1}}) {
        const std::vector<bool> other = lost_by({half}, source, target);
        int alike = 0;
        for (std::size_t i = 0; i < one.size(); ++i) alike += one[i] == other[i] ? 1 : 0;
        EXPECT_NEAR(alike, 0.5 * packets, 200) << source << '>' << target;
    }
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

// Nanosecond by nanosecond.
TEST(Standstills, AreThoseOfAClockThatTicks) {
    std::mt19937_64 random(1);
    const auto below = [&random](std::uint64_t bound) { return static_cast<std::int64_t>(random() % bound); };
    for (int i = 0; i < 3000; ++i) {
        std::vector<Pause> all(1 + static_cast<std::size_t>(below(3)));
        Pauses pauses;
        for (Pause& one : all) {
            one.at_ns = below(30);
            one.for_ns = 1 + below(8);
            one.every_ns = below(2) == 0 ? 0 : one.for_ns + 1 + below(20);
            pauses.add(one);
        }
        const auto stands = [&all](std::int64_t ns) {
            return std::any_of(all.begin(), all.end(), [ns](const Pause& one) {
                if (ns < one.at_ns) return false;
                const std::int64_t since = one.every_ns == 0 ? ns - one.at_ns : (ns - one.at_ns) % one.every_ns;
                return since < one.for_ns;
            });
        };
        const std::int64_t begin = below(80);
        std::int64_t clock = begin;
        while (clock < 2000 && stands(clock)) ++clock;
        if (clock == 2000) continue;  // they never end
        EXPECT_EQ(pauses.after(from_ns(begin)), from_ns(clock));
        const std::int64_t work = below(60);
        std::int64_t left = work;
        for (; left > 0 && clock < 9000; ++clock) left -= stands(clock) ? 0 : 1;
        if (left > 0) continue;
        EXPECT_EQ(pauses.end_of_work(from_ns(begin), from_ns(work)), from_ns(clock)) << i;
    }
}

// The lost packets in order, and the number of each within its pair, for several losses at the same time.
TEST(LossPlan, CountsLikeAList) {
    std::mt19937_64 random(1);
    const auto below = [&random](std::uint64_t bound) { return random() % bound; };
    const auto some_ranks = [&] { return below(3) == 0 ? RankSet::all() : RankSet::of({static_cast<Rank>(below(3))}); };
    const PacketVocabulary& names = newrma::packet_vocabulary;
    constexpr const char* kinds[] = {"", "PUT", "LOCK", "PUT+UNLOCK"};
    for (int i = 0; i < 200; ++i) {
        std::vector<PacketLoss> losses(1 + below(3));
        for (PacketLoss& loss : losses) {
            loss = {some_ranks(), some_ranks(), kinds[below(4)], static_cast<std::uint32_t>(1 + below(4)), 0};
        }
        LossPlan plan(losses, names, 1);
        std::vector<Packet> sent;
        std::vector<std::string> right;
        for (int k = 0; k < 40; ++k) {
            Packet packet;
            packet.source = static_cast<Rank>(below(3));
            packet.target = static_cast<Rank>(below(3));
            packet.kind = below(2) == 0 ? PacketKind::put : newrma::kind::lock;
            if (packet.kind == PacketKind::put && below(2) == 0) packet.flags = newrma::flag::unlock;
            sent.push_back(packet);
            bool lost = false;
            std::size_t of_pair = 0;
            for (const Packet& one : sent) of_pair += one.source == packet.source && one.target == packet.target;
            for (const PacketLoss& loss : losses) {
                if (!loss.from.contains(packet.source) || !loss.to.contains(packet.target)) continue;
                const auto meant = [&](const Packet& one) {
                    return one.source == packet.source && one.target == packet.target &&
                           (loss.kind.empty() || loss.kind == names.name(one.type()));
                };
                const auto nth = std::count_if(sent.begin(), sent.end(), meant);
                lost |= meant(packet) && nth == static_cast<std::int64_t>(loss.nth);
            }
            EXPECT_EQ(plan.is_lost(packet), lost) << i << ' ' << k;
            if (lost) right.push_back(names.describe(packet) + ' ' + std::to_string(of_pair));
        }
        std::vector<std::string> reported;
        for (const LostPacket& one : plan.lost()) reported.push_back(one.packet_text() + ' ' + std::to_string(one.nth));
        EXPECT_EQ(reported, right);
    }
}

TEST(Standstills, WorkContinuesAfterThem) {
    Pauses some;
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
    Pauses one;
    one.add({.ranks = {}, .at_ns = 5, .for_ns = 1, .every_ns = 2});
    EXPECT_EQ(one.end_of_work(0, from_ns(1'000'000'005)), from_ns(2'000'000'005));
    EXPECT_THROW(one.end_of_work(0, from_ns(6'000'000'000'000'000)), std::overflow_error);
}

TEST(Standstills, ThatNeverEndAreRefused) {
    Pauses both;
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
    faults.deaths.push_back({RankSet::of({1}), {1'000, 0}});
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

// Two of three simultaneous ones are of the same pool: the last one of the scenario stays.
TEST(RankFaults, ShrinksOfOneTimeComeInTheOrderOfTheScenario) {
    FaultSettings faults;
    for (const std::uint32_t to : {7U, 5U, 6U}) {
        faults.shrinks.push_back({.ranks = RankSet::of({1}), .when = {400, 0}, .pool = "op.global", .to = to});
    }
    faults.shrinks.push_back({.ranks = RankSet::of({1}), .when = {300, 0}, .pool = "op.global", .to = 8});
    RankFaults shrinking(faults, 1);
    for (const std::uint32_t to : {8U, 7U, 5U, 6U}) EXPECT_EQ(shrinking.next_shrink(from_ns(400))->to, to);
    EXPECT_EQ(shrinking.next_shrink(from_ns(400)), nullptr);
}

TEST(RankFaults, TimeThatRunsOutIsAnError) {
    FaultSettings faults;
    faults.stragglers.push_back({RankSet::all(), 1'000'000});
    EXPECT_THROW(RankFaults(faults, 0).stretched(0, from_ns(1'000'000'000'000)), std::overflow_error);
}

// ---- Which faults the untimed world refuses: each that needs one, by its number in its list.

std::string refused_at(const FaultSettings& faults) {
    try {
        require_no_clock(faults);
    } catch (const BadInput& refused) {
        EXPECT_EQ(refused.found, "700");
        return refused.location;
    }
    return "";
}

}  // namespace

TEST(UntimedFaults, AreThoseOfCalls) {
    const Moment in_call{std::nullopt, 3}, at_time{700, 0};
    for (std::size_t before = 0; before < 3; ++before) {
        FaultSettings deaths, shrinks;
        deaths.shrinks.assign(3, {.ranks = {}, .when = in_call, .pool = {}});
        for (std::size_t i = 0; i < before; ++i) {
            deaths.deaths.push_back({{}, in_call});
            shrinks.shrinks.push_back({.ranks = {}, .when = in_call, .pool = {}});
        }
        EXPECT_EQ(refused_at(deaths) + refused_at(shrinks), "");
        deaths.deaths.push_back({{}, at_time});
        shrinks.shrinks.push_back({.ranks = {}, .when = at_time, .pool = {}});
        EXPECT_EQ(refused_at(deaths), fmt::format("faults.deaths[{}].at_ns", before));
        EXPECT_EQ(refused_at(shrinks), fmt::format("faults.shrinks[{}].at_ns", before));
    }
}

}  // namespace rmasim::sim
