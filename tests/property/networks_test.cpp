// Random programs in the simulator. On both networks, the memory agrees with the sequential model. With settings that
// make message counts independent of timing, the counts equal those of the bench.
#include "sim/scenario/read/parse.h"
#include "sim/timed/executed_run.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_dynamic.h"
#include "tests/property/expectations.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rmasim::property {

namespace {

ByKind run_on(const RandomProgram& program, const std::string& network) {
    const sim::Json json = scenario_of(program, network);
    const sim::Scenario scenario = sim::parse_scenario(json, ".");
    const auto [run, result] = sim::execute(scenario, {.check = true});
    EXPECT_EQ(result.outcome, sim::Outcome::finished)
        << network << (result.violation ? ": " + result.violation->what : "");
    SequentialModel model(program);
    model.run();
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (WindowId id = 0; id < program.windows; ++id) {
            const auto contents = contents_of(program, run->memory(), rank, id);
            EXPECT_EQ(std::vector<std::byte>(contents.begin(), contents.end()), model.window(rank, id))
                << network << ", rank " << rank << ", window " << id;
        }
        const auto results = run->memory().contents(rank, program.windows);
        EXPECT_EQ(std::vector<std::byte>(results.begin(), results.end()),
                  results_window(program, rank, model.results(rank)))
            << network << ", results of rank " << rank;
    }
    return result.by_kind;
}

}  // namespace

TEST(Networks, EndAsTheSequentialModelSaysWithTheSameCounts) {
    const std::uint64_t first = from_environment("RMASIM_FIRST_SEED", 0);
    const std::uint64_t programs = from_environment("RMASIM_SIMULATED_PROGRAMS", 250);
    for (std::uint64_t seed = first; seed < first + programs && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const MessageCounts counts = seed % 2 == 0 ? MessageCounts::fixed : MessageCounts::may_depend_on_order;
        const RandomProgram program = make_random_program(seed, counts);
        const ByKind loggp = run_on(program, "loggp");
        const ByKind flow = run_on(program, "flow");
        if (counts == MessageCounts::may_depend_on_order) continue;
        EXPECT_EQ(loggp, flow);
        Bench bench(program, seed);
        EXPECT_EQ(loggp, bench.run().by_kind);
    }
}

// Messages transfer the addresses of dynamic windows, and take time.
TEST(DynamicWindows, EndAsTheSequentialModelSaysInTheSimulator) {
    int dynamic = 0;
    for (std::uint64_t seed = 0; seed < 250 && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomProgram program = make_random_program(seed);
        generate_dynamic_windows(seed, program);
        if (program.first_in_buffer.empty()) continue;
        ++dynamic;
        run_on(program, "loggp");
    }
    EXPECT_GT(dynamic, 10);
}

// The barriers of communicators change only when ranks continue.
TEST(Communicators, EndAsTheSequentialModelSaysInTheSimulator) {
    int several = 0, having_windows = 0;
    for (std::uint64_t seed = 0; seed < 120 && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomProgram program = make_random_program(seed);
        generate_communicators(seed, program);
        generate_window_comms(seed, program);
        if (program.communicators.empty()) continue;
        ++several;
        having_windows += program.window_comms.empty() ? 0 : 1;
        run_on(program, "loggp");
    }
    EXPECT_GT(several, 20);
    EXPECT_GT(having_windows, 10);
}

}  // namespace rmasim::property
