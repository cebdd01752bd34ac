// Collective calls in random programs: they occur, and the model predicts their results.
#include "sim/untimed/fuzz/program/random_collectives.h"

#include "protocol/base/collective.h"
#include "sim/untimed/fuzz/program/legality.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rmasim::fuzz {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Three ranks in one communicator, in the order 2 1 0; each with one call of two elements, value + k * step.
RandomProgram reversed(Call call, Rank root) {
    RandomProgram program;
    program.ranks = 3;
    program.communicators = {{RandomSplit::Way::reversed, 2}};
    program.steps.resize(3);
    program.requests.assign(3, 0);
    for (Rank rank = 0; rank < 3; ++rank) {
        Step step{.call = call, .target = root, .comm = 0};
        step.reduce = ReduceOp::sum;
        step.region.count = 2;
        step.region.datatype = Datatype::int64;
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

// The calls that need a topology or several datatypes are tested by tests/sim/families/test_neighbours.py only.
constexpr CallSet not_drawn =
    with_nonblocking({Call::alltoallw, Call::neighbor_allgather, Call::neighbor_allgatherv, Call::neighbor_alltoall,
                      Call::neighbor_alltoallv, Call::neighbor_alltoallw});

TEST(RandomCollectives, AllOthersAreDrawn) {
    CallSet generated;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        RandomProgram program = make_random_program(seed);
        generate_communicators(seed, program);
        generate_collectives(seed, program);
        EXPECT_EQ(illegality(program), "");
        for (const auto& steps : program.steps) {
            for (const Step& step : steps) generated = generated | CallSet{step.call};
        }
    }
    (collective_calls | CallSet{Call::ibarrier}).for_each([&](Call call) {
        EXPECT_NE(generated.contains(call), not_drawn.contains(call)) << name_of(call);
    });
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

}  // namespace
}  // namespace rmasim::fuzz
