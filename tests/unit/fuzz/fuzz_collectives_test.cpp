// Collective calls in random programs: they occur, and the model predicts their results.
#include "sim/untimed/fuzz/program/random_collectives.h"

#include "protocol/base/collective.h"
#include "sim/untimed/fuzz/program/legality.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_operators.h"
#include "sim/untimed/fuzz/program/random_topologies.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace rmasim::fuzz {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Three ranks in one communicator, in the order 2 1 0; each with one call of two elements, value + k * step.
using Topology = RandomSplit::Topology;
RandomProgram reversed(Call call, Rank root, Topology topology = Topology::none) {
    RandomProgram program;
    program.ranks = 3;
    program.communicators = {{RandomSplit::Way::reversed, 2, topology}};
    program.steps.resize(3);
    program.requests.assign(3, 0);
    for (Rank rank = 0; rank < 3; ++rank) {
        Step step{.call = call, .target = root, .comm = 0};
        step.reduce = ReduceOp::sum;
        step.region.count = 2;
        step.region.datatype = description_of(call).has(Argument::datatypes) ? Datatype::byte : Datatype::int64;
        step.value = 10 * rank;
        step.step = 1;
        program.results.push_back(words_delivered(program, rank, step));
        program.steps[static_cast<std::size_t>(rank)] = {step};
    }
    return program;
}

std::vector<std::int64_t> results(const RandomProgram& program, Rank rank) {
    SequentialModel model(program);
    model.run();
    return model.results(rank);
}

TEST(RandomCollectives, DeliverWhatIsDerivedByHand) {
    EXPECT_THAT(results(reversed(Call::bcast, 1), 0), ElementsAre(10, 11));
    EXPECT_THAT(results(reversed(Call::reduce, 1), 1), ElementsAre(30, 33));
    EXPECT_THAT(results(reversed(Call::reduce, 1), 0), IsEmpty());
    EXPECT_THAT(results(reversed(Call::allreduce, no_rank), 2), ElementsAre(30, 33));
    EXPECT_THAT(results(reversed(Call::gather, 0), 0), ElementsAre(20, 21, 10, 11, 0, 1));
    EXPECT_THAT(results(reversed(Call::allgather, no_rank), 1), ElementsAre(20, 21, 10, 11, 0, 1));
    // Rank 2 has place 0, rank 0 place 2: the blocks 0 1, 2 3 and 4 5 of the root.
    EXPECT_THAT(results(reversed(Call::scatter, 1), 2), ElementsAre(10, 11));
    EXPECT_THAT(results(reversed(Call::scatter, 1), 0), ElementsAre(14, 15));
    EXPECT_THAT(results(reversed(Call::alltoall, no_rank), 1), ElementsAre(22, 23, 12, 13, 2, 3));
    // The sums of ranks 2; 2 and 1; 2, 1 and 0.
    EXPECT_THAT(results(reversed(Call::scan, no_rank), 2), ElementsAre(20, 21));
    EXPECT_THAT(results(reversed(Call::scan, no_rank), 1), ElementsAre(30, 32));
    EXPECT_THAT(results(reversed(Call::iscan, no_rank), 0), ElementsAre(30, 33));
    EXPECT_THAT(results(reversed(Call::exscan, no_rank), 2), IsEmpty());
    EXPECT_THAT(results(reversed(Call::iexscan, no_rank), 1), ElementsAre(20, 21));
    EXPECT_THAT(results(reversed(Call::exscan, no_rank), 0), ElementsAre(30, 32));
    // Blocks of two elements each: k = 2 and 3 at rank 1.
    EXPECT_THAT(results(reversed(Call::reduce_scatter_block, no_rank), 1), ElementsAre(36, 39));
    // Blocks of 2, 3 and 0 elements for ranks 2, 1 and 0.
    EXPECT_THAT(results(reversed(Call::reduce_scatter, no_rank), 1), ElementsAre(36, 39, 42));
    EXPECT_THAT(results(reversed(Call::scatterv, 0), 1), ElementsAre(2, 3, 4));
    EXPECT_THAT(results(reversed(Call::gatherv, 0), 0), ElementsAre(20, 21, 10, 11, 12));
    EXPECT_THAT(results(reversed(Call::iallgatherv, no_rank), 2), ElementsAre(20, 21, 10, 11, 12));
    // Communicator rank i sends (2 + i + 2 j) % 4 elements to j: rank 2 sends 2, 0, 2, rank 1 sends 3, 1, 3, rank 0
    // sends 0, 2, 0.
    EXPECT_THAT(results(reversed(Call::alltoallv, no_rank), 1), ElementsAre(13, 0, 1));
}

TEST(RandomCollectives, DeliverToNeighboursWhatIsDerivedByHand) {
    const auto of = [](Call call, Topology topology, Rank rank) {
        return results(reversed(call, no_rank, topology), rank);
    };
    // Communicator ranks 0, 1, 2 are ranks 2, 1, 0.
    EXPECT_THAT(of(Call::neighbor_allgather, Topology::ring, 1), ElementsAre(20, 21));
    EXPECT_THAT(of(Call::neighbor_allgather_init, Topology::chain, 0), ElementsAre(10, 11));
    EXPECT_THAT(of(Call::ineighbor_allgather, Topology::chain, 2), IsEmpty());
    // From below arrives what is sent upwards, the second block; and at an edge, the room keeps its zeros.
    EXPECT_THAT(of(Call::neighbor_alltoall, Topology::torus, 1), ElementsAre(22, 23, 0, 1));
    EXPECT_THAT(of(Call::neighbor_alltoall, Topology::line, 2), ElementsAre(0, 0, 10, 11));
    // Blocks of (2 + i) % 4 elements of communicator rank i: none of 2, which is below 0, and three of 1.
    EXPECT_THAT(of(Call::neighbor_allgatherv, Topology::both_ways, 2), ElementsAre(10, 11, 12));
    // Communicator rank i sends (2 + i + 2 j) % 4 elements to j: 0 sends 2 to 2, then none to 1. 2 sends 2 to 1 first.
    EXPECT_THAT(of(Call::neighbor_alltoallv, Topology::both_ways, 1), ElementsAre(0, 1));
    // Two blocks from communicator rank 0, its first and its second one; between them the third block of 2.
    EXPECT_THAT(of(Call::neighbor_alltoall, Topology::twice, 1), ElementsAre(20, 21, 4, 5, 22, 23));
}

TEST(RandomCollectives, DeliverBytesIfBlocksHaveSeveralDatatypes) {
    // The words of alltoallv above: bytes 24 to 31 after 10, and bytes 0 to 15.
    EXPECT_THAT(results(reversed(Call::alltoallw, no_rank), 1),
                ElementsAre(0x2928'2726'2524'2322, 0x0706'0504'0302'0100, 0x0F0E'0D0C'0B0A'0908));
}

TEST(RandomCollectives, ReduceByOperatorsInTheOrderOfRanks) {
    RandomProgram program = reversed(Call::allreduce, no_rank);
    for (std::vector<Step>& steps : program.steps) {
        steps[0].reduce = ReduceOp::user;
        steps[0].own_operator = 0;  // "last"
    }
    EXPECT_THAT(results(program, 1), ElementsAre(0, 1));
    // x -> 3 x + 7, then x -> 2 x + 5; both modulo 256.
    EXPECT_EQ(random_operators[1].of(256 * 3 + 7, 256 * 2 + 5), 256 * 6 + 19);
}

TEST(RandomCollectives, AllAreDrawn) {
    CallSet generated;
    std::set<std::uint32_t> operators;
    std::set<bool> twice;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        RandomProgram program = make_random_program(seed);
        generate_communicators(seed, program);
        generate_topologies(seed, program.communicators);
        generate_collectives(seed, program);
        if (seed < 400) {
            EXPECT_EQ(illegality(program), "");
        }
        for (const auto& steps : program.steps) {
            for (const Step& step : steps) {
                generated = generated | CallSet{step.call};
                if (step.reduce == ReduceOp::user) operators.insert(step.own_operator);
                if (is_persistent(step)) twice.insert(step.twice);
            }
        }
    }
    (with_nonblocking(collective_calls | CallSet{Call::barrier})).for_each([&](Call call) {
        EXPECT_TRUE(generated.contains(call)) << name_of(call);
    });
    EXPECT_EQ(operators.size(), random_operators.size());
    EXPECT_EQ(twice.size(), 2u);
}

TEST(RandomCollectives, OfOneCommunicatorMustBeAlike) {
    RandomProgram program = reversed(Call::bcast, 1);
    EXPECT_EQ(illegality_of_communicators(program), "");
    program.steps[2][0].target = 2;
    EXPECT_NE(illegality_of_communicators(program), "");
    program.steps[2][0].target = 1;
    program.steps[2][0].call = Call::scatter;
    EXPECT_NE(illegality_of_communicators(program), "");
}

// Three ranks with two persistent barriers, requests 0 and 1. Each rank starts and awaits them in the order of `calls`:
// "s0" is START of request 0, "w0" its WAIT, "b" a blocking barrier.
RandomProgram with_starts(const std::vector<std::vector<std::string>>& calls) {
    RandomProgram program = reversed(Call::barrier_init, no_rank);
    for (std::size_t rank = 0; rank < 3; ++rank) {
        std::vector<Step>& steps = program.steps[rank];
        steps.push_back(steps[0]);
        steps[1].request = 1;
        for (const std::string& one : calls[rank]) {
            if (one == "b") {
                steps.push_back({.call = Call::barrier, .comm = 0});
                continue;
            }
            const Call call = one[0] == 's' ? Call::request_start : Call::request_wait;
            steps.push_back({.call = call, .request = static_cast<std::uint32_t>(one[1] - '0')});
        }
    }
    program.requests.assign(3, 2);
    return program;
}

TEST(RandomCollectives, AWaitBetweenTwoStartsMayBeADeadlock) {
    const std::vector<std::string> first{"s0", "w0", "s1", "w1"}, second{"s1", "w1", "s0", "w0"};
    const std::vector<std::string> together{"s1", "s0", "w0", "w1"};
    EXPECT_EQ(illegality_of_starts(with_starts({first, first, first})), "");
    // All others start both calls before they wait, so rank 0 may wait between its STARTs.
    EXPECT_EQ(illegality_of_starts(with_starts({first, together, together})), "");
    EXPECT_EQ(illegality_of_starts(with_starts({first, second, together})),
              "rank 0: step 3 waits for a collective call that another rank begins behind a wait");
    // A request is started twice.
    const std::vector<std::string> twice{"s0", "w0", "s0", "s1", "w1", "w0"}, late{"s0", "w0", "s1", "w1", "s0", "w0"};
    EXPECT_EQ(illegality_of_starts(with_starts({twice, late, twice})), "");
}

TEST(RandomCollectives, ABlockingCallBetweenStartsMayBeADeadlock) {
    const std::vector<std::string> behind{"b", "s0", "w0"}, between{"s0", "b", "w0"}, before{"s0", "w0", "b"};
    EXPECT_EQ(illegality_of_starts(with_starts({behind, between, between})), "");
    EXPECT_EQ(illegality_of_starts(with_starts({behind, before, between})),
              "rank 0: step 2 waits for a collective call that another rank begins behind a wait");
}

// The numbers of the requests of counters and of collective calls are separate.
TEST(RandomCollectives, RequestsOfCountersAreNoCollectiveCalls) {
    RandomProgram program = with_starts({{"s0", "w0"}, {"s0", "w0"}, {"s0", "w0"}});
    for (const Call call : {Call::request_start, Call::request_wait}) {
        Step step{.call = call};
        step.more.unit = 0;
        program.steps[0].insert(program.steps[0].begin() + 2, step);
    }
    EXPECT_EQ(illegality_of_starts(program), "");
}

}  // namespace
}  // namespace rmasim::fuzz
