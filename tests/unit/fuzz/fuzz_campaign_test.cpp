// A campaign makes the requested runs, and the same ones for any number of threads.
#include "sim/untimed/fuzz/campaign/campaign.h"
#include "sim/untimed/fuzz/run/scheduler.h"

#include <gtest/gtest.h>

#include <set>

namespace rmasim::fuzz {
namespace {

std::vector<std::string> reports(std::uint64_t first_seed, std::uint64_t runs, unsigned jobs) {
    std::vector<std::string> lines;
    Campaign campaign;
    campaign.first_seed = first_seed;
    campaign.runs = runs;
    campaign.jobs = jobs;
    campaign.on_run = [&](const RunReport& run) {
        lines.push_back(std::to_string(run.seed) + ' ' + run.scheduler + ' ' + std::to_string(run.steps));
    };
    EXPECT_FALSE(campaign.carry_out());
    return lines;
}

TEST(Campaign, IsTheSameForEveryNumberOfJobs) {
    const std::vector<std::string> alone = reports(5, 100, 1);
    EXPECT_EQ(alone.size(), 100u);
    EXPECT_EQ(alone.front().substr(0, 2), "5 ");
    EXPECT_EQ(alone, reports(5, 100, 3));
}

TEST(Campaign, ARunDependsOnItsSeedOnly) {
    const std::vector<std::string> many = reports(8, 16, 1);
    for (std::uint64_t seed = 8; seed < 24; ++seed) EXPECT_EQ(reports(seed, 1, 1).front(), many[seed - 8]);
}

TEST(Campaign, FindsEveryFamilySound) {
    for (const sim::Family* const family : sim::families()) {
        Campaign campaign;
        campaign.runs = 40;
        campaign.family = family;
        std::uint64_t seen = 0;
        campaign.on_run = [&seen](const RunReport&) { ++seen; };
        const auto found = campaign.carry_out();
        EXPECT_FALSE(found) << family->name() << ": " << found->finding->what.front();
        EXPECT_EQ(seen, campaign.runs);
    }
}

TEST(Scheduler, DrawsEveryPlanAndMakesAMoveWhateverIsHeldUp) {
    std::vector<sim::Move> moves(5);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        moves[i].kind = i < 2 ? sim::Move::Kind::resume_thread : sim::Move::Kind::receive;
        moves[i].rank = static_cast<Rank>(i % 2);
        moves[i].source = 1 - moves[i].rank;
        moves[i].actor = i;
    }
    std::set<std::string> plans;
    std::set<std::string> faults;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Scheduler scheduler(seed, 2);
        std::set<std::size_t> chosen;
        for (int i = 0; i < 400; ++i) chosen.insert(scheduler.choose(moves));
        EXPECT_LT(*chosen.rbegin(), moves.size());
        const std::string text = scheduler.description();
        plans.insert(text.substr(0, text.find_first_of("(,")));
        if (text.find(", ") != std::string::npos) faults.insert(text.substr(text.rfind(' ')));
    }
    EXPECT_EQ(plans.size(), 7u);
    EXPECT_EQ(faults, (std::set<std::string>{" straggles", " pauses", " stalls", " slow"}));
}

// Transitions of three ranks of all sorts. Those that a fault affects are made less often than the others.
TEST(Scheduler, EachFaultHoldsUpItsOwnMoves) {
    using Kind = sim::Move::Kind;
    std::vector<sim::Move> moves;
    for (const Kind kind :
         {Kind::resume_thread, Kind::receive, Kind::poll, Kind::continue_under_mutex, Kind::send_completed}) {
        for (Rank rank = 0; rank < 3; ++rank) {
            for (Rank source = 0; source < 3; ++source) {
                const bool has_source = kind == Kind::receive;
                if (has_source ? source == rank : source != 0) continue;
                sim::Move& move = moves.emplace_back();
                move.kind = kind;
                move.rank = rank;
                move.source = has_source ? source : no_rank;
                move.actor = moves.size();
            }
        }
    }
    const auto is_delayed = [](const sim::Move& move, const std::string& fault, Rank first, Rank second) {
        const bool packet = move.kind == Kind::receive, by_nic = packet || move.kind == Kind::send_completed;
        if (fault == "straggles") return move.rank == first && !by_nic;
        if (fault == "pauses") return move.rank == first;
        if (fault == "stalls") return by_nic && (move.rank == first || (packet && move.source == first));
        return packet && move.rank == first && move.source == second;
    };
    std::set<std::string> tried;
    for (std::uint64_t seed = 0; tried.size() < 24 && seed < 20'000; ++seed) {
        const std::string text = Scheduler(seed, 3).description();
        if (!text.starts_with("uniform, ") || !tried.insert(text).second) continue;
        const std::string fault = text.ends_with("slow") ? "slow" : text.substr(text.rfind(' ') + 1);
        const auto rank_at = [&text](std::size_t at) { return static_cast<Rank>(text[at] - '0'); };
        const bool slow = fault == "slow";  // "uniform, packets from 1 to 2 are slow", "uniform, rank 1 pauses"
        const Rank first = rank_at(slow ? text.find(" are") - 1 : text.find("rank ") + 5);
        const Rank second = slow ? rank_at(text.find("from ") + 5) : first;
        Scheduler scheduler(seed, 3);
        std::vector<int> made(moves.size(), 0);
        for (int i = 0; i < 6000; ++i) ++made[scheduler.choose(moves)];
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const bool delayed = is_delayed(moves[i], fault, first, second);
            // About 330 of each if all were alike.
            EXPECT_EQ(made[i] < 270, delayed) << text << ": " << static_cast<int>(moves[i].kind) << " at "
                                              << moves[i].rank << " from " << moves[i].source << ", " << made[i];
            EXPECT_GT(made[i], 0);
        }
    }
    EXPECT_GE(tried.size(), 15u);  // three ranks in each of three faults, and pairs of two
}

// Its packets arrive last.
TEST(Scheduler, ASlowPairWaitsForTheOthersWhileItIsSlow) {
    std::vector<sim::Move> moves(2);
    for (sim::Move& move : moves) move.kind = sim::Move::Kind::receive;
    moves[0].source = 1;
    moves[1].rank = 1;
    moves[1].source = 0;
    std::uint64_t seed = 0;
    while (Scheduler(seed, 2).description() != "uniform, packets from 0 to 1 are slow") ++seed;
    Scheduler scheduler(seed, 2);
    int slow = 0;
    for (int i = 0; i < 1000; ++i) slow += scheduler.choose(moves) == 1 ? 1 : 0;
    EXPECT_GT(slow, 0);    // delayed, but not forever
    EXPECT_LT(slow, 400);  // of 1000; a fair choice would make it 500 times
}

}  // namespace
}  // namespace rmasim::fuzz
