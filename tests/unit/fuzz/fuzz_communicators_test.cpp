// Communicators of random programs: how frequently they are generated, their equality with the communicators of the
// scenario, and illegal uses.
#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/legality.h"
#include "sim/untimed/fuzz/program/random_communicators.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace rmasim::fuzz {
namespace {

RandomProgram with_communicators(std::uint64_t seed) {
    RandomProgram program = make_random_program(seed);
    generate_communicators(seed, program);
    return program;
}

// Four ranks in rows of two: 0 1, 2 3; and all of them, backwards.
RandomProgram program_in_rows() {
    RandomProgram program;
    program.begin(4);
    program.communicators = {{RandomSplit::Way::rows, 2}, {RandomSplit::Way::reversed, 2}};
    return program;
}

TEST(FuzzCommunicators, AThirdOfTheProgramsHasSomeAndIsLegal) {
    int having = 0, barriers = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const RandomProgram program = with_communicators(seed);
        having += program.communicators.empty() ? 0 : 1;
        for (const std::vector<Step>& steps : program.steps) {
            barriers += static_cast<int>(std::count_if(steps.begin(), steps.end(), [](const Step& step) {
                return step.call == Call::barrier && step.comm >= 0;
            }));
        }
        ASSERT_EQ(illegality(program), "") << "seed " << seed;
    }
    EXPECT_GT(having, 70);
    EXPECT_LT(having, 130);
    EXPECT_GT(barriers, 300);
}

// Some ranks have no part of a window then, and targets are other numbers than ranks.
TEST(FuzzCommunicators, WindowsAreThoseOfCommunicatorsAndLegal) {
    int windows = 0, partly = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        RandomProgram program = with_communicators(seed);
        generate_window_comms(seed, program);
        ASSERT_EQ(illegality(program), "") << "seed " << seed;
        for (WindowId window = 0; window < program.window_comms.size(); ++window) {
            if (program.window_comms[window] < 0) continue;
            ++windows;
            for (Rank rank = 0; rank < program.ranks; ++rank) partly += program.has_part(window, rank) ? 0 : 1;
        }
    }
    EXPECT_GT(windows, 40);
    EXPECT_GT(partly, 10);
}

// Nothing may be removed from a program with counters: each rank keeps its part, at another position.
TEST(FuzzCommunicators, WindowsBesideCountersHaveAllRanksInAnotherOrder) {
    int windows = 0, moved = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const auto counts = MessageCounts::may_depend_on_order;
        RandomProgram program = make_random_program(seed, counts, sim::family_named("synccount"));
        generate_communicators(seed, program);
        generate_window_comms(seed, program);
        ASSERT_EQ(illegality(program), "") << "seed " << seed;
        for (WindowId window = 0; window < program.window_comms.size(); ++window) {
            if (program.window_comms[window] < 0) continue;
            ++windows;
            EXPECT_EQ(program.window_ranks[window], program.ranks);
            for (Rank rank = 0; rank < program.ranks; ++rank) {
                EXPECT_TRUE(program.has_part(window, rank));
                moved += rank_in_window(program, window, rank, rank) == rank ? 0 : 1;
            }
        }
    }
    EXPECT_GT(windows, 30);
    EXPECT_GT(moved, 60);
}

TEST(FuzzCommunicators, AnOperationBetweenTwoWindowsOfOneNumberIsIllegal) {
    RandomProgram program = program_in_rows();
    program.window_comms = {0};
    const Step fence{.call = Call::fence}, put{.call = Call::put, .target = 1};
    program.steps = {{fence, put, fence}, {fence, fence}, {}, {}};
    EXPECT_EQ(illegality(program), "");
    program.steps[0][1].target = 2;
    EXPECT_EQ(illegality(program), "rank 0: put names a rank that is not in the group of the window");
    program.steps[0][1].target = 1;
    program.steps[1].pop_back();
    EXPECT_EQ(illegality(program),
              "the fences, win_create or win_free of window 0 at rank 1 differ from those at rank 0");
}

// Two readings of one split: that of the generator, and that of the scenario's reader.
TEST(FuzzCommunicators, MembersAreThoseOfTheScenario) {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const RandomProgram program = with_communicators(seed);
        if (program.communicators.empty()) continue;
        const sim::Scenario scenario = sim::parse_scenario(machine_of(program), ".");
        for (std::size_t comm = 0; comm < program.communicators.size(); ++comm) {
            for (Rank rank = 0; rank < program.ranks; ++rank) {
                const Group members = members_of(program, comm, rank);
                const RankGroup* const group = scenario.communicators->split(comm).group_of(rank);
                ASSERT_EQ(group == nullptr, members.empty()) << "seed " << seed;
                if (group == nullptr) continue;
                ASSERT_EQ(static_cast<std::size_t>(group->size()), members.size()) << "seed " << seed;
                for (Rank comm_rank = 0; comm_rank < group->size(); ++comm_rank) {
                    ASSERT_EQ(group->member(comm_rank), members[static_cast<std::size_t>(comm_rank)])
                        << "seed " << seed;
                    ASSERT_EQ(group->comm_rank_of(group->member(comm_rank)), comm_rank) << "seed " << seed;
                    ++compared;
                }
            }
        }
    }
    EXPECT_GT(compared, 200);
}

Step barrier_of(int comm) { return {.call = Call::barrier, .comm = comm}; }

TEST(FuzzCommunicators, ABarrierThatOneMemberDoesNotCallIsIllegal) {
    RandomProgram program = program_in_rows();
    program.steps[0] = {barrier_of(0)};
    program.steps[1] = {barrier_of(0)};
    EXPECT_EQ(illegality(program), "");
    program.steps[2] = {barrier_of(0)};
    EXPECT_EQ(illegality(program), "rank 2: the calls on c0 differ from those of rank 3");
}

TEST(FuzzCommunicators, CrossedBarriersAreIllegal) {
    RandomProgram program = program_in_rows();
    program.steps.assign(4, {barrier_of(0), barrier_of(1)});
    EXPECT_EQ(illegality(program), "");
    program.steps[3] = {barrier_of(1), barrier_of(0)};
    EXPECT_EQ(illegality(program),
              "rank 3: barrier of c0 is called where other ranks may wait in another collective call");
}

TEST(FuzzCommunicators, AMessageBetweenTwoCommunicatorsIsIllegal) {
    RandomProgram program = program_in_rows();
    program.steps[0] = {{.call = Call::send, .target = 1, .comm = 0}};
    program.steps[1] = {{.call = Call::recv, .target = 0, .comm = 0}};
    EXPECT_EQ(illegality(program), "");
    program.steps[0][0].target = 2;
    std::swap(program.steps[1], program.steps[2]);
    EXPECT_EQ(illegality(program), "rank 0: send of c0 names a rank that is not in the communicator");
}

TEST(FuzzCommunicators, TheOtherRankOfAMessageIsNamedByItsPlace) {
    const RandomProgram program = program_in_rows();
    EXPECT_EQ(peer_of(program, 3, {.call = Call::send, .target = 2}), 2);
    EXPECT_EQ(peer_of(program, 3, {.call = Call::send, .target = 2, .comm = 0}), 0);
    EXPECT_EQ(peer_of(program, 3, {.call = Call::send, .target = 2, .comm = 1}), 1);
}

}  // namespace
}  // namespace rmasim::fuzz
