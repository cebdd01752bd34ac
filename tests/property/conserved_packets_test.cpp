// No packet disappears. With any deaths and losses, each sent packet has been handled, has been lost, or has arrived at
// a dead rank. The test reads the handled packets from the trace.
#include "sim/checkers/trace/trace_writer.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/executed_run.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace rmasim::property {

using namespace rmasim::fuzz;

namespace {

using sim::chance;
using sim::Json;
using sim::one_of;

class ConservedPackets : public testing::TestWithParam<const sim::Family*> {
protected:
    static std::uint64_t handled_in(const std::string& trace) {
        constexpr std::string_view end_of_arrow = R"("ph":"f")";
        std::uint64_t handled = 0;
        for (auto at = trace.find(end_of_arrow); at != trace.npos; at = trace.find(end_of_arrow, at + 1)) ++handled;
        return handled;
    }

    // Adds computations, during which packets wait in inboxes.
    static void add_computations(sim::Random& random, Json& calls) {
        for (std::size_t at = calls.size(); at-- > 0;) {
            if (!chance(random, 40)) continue;
            const Json compute{{"compute", {{"ns", one_of<std::int64_t>(random, {200, 2000, 9000})}}}};
            calls.insert(calls.begin() + static_cast<std::ptrdiff_t>(at), compute);
        }
    }

    static Json random_scenario(std::uint64_t seed) {
        sim::Random random(seed, 20);
        const RandomProgram generated = make_random_program(seed, *GetParam());
        Json scenario = scenario_of(generated);
        for (Json& program : scenario["programs"]) {
            if (program.contains("calls")) add_computations(random, program["calls"]);
            else
                for (Json& thread : program["threads"]) add_computations(random, thread);
        }
        for (auto left = 1 + random.below(2); left > 0; --left) {
            const char* const ranks = one_of(random, {"0", "1", "rank > 0"});
            scenario["faults"]["deaths"].push_back({{"ranks", ranks}, {"at_ns", 1 + random.below(30000)}});
        }
        if (chance(random, 30)) scenario["faults"]["losses"] = Json::array({{{"nth", 1 + random.below(5)}}});
        if (chance(random, 30)) scenario["progress"] = "agent";
        const bool from_memory = scenario["protocol"].contains("eager_limit_bytes");
        if (from_memory) scenario["protocol"]["eager_limit_bytes"] = one_of<std::int64_t>(random, {0, 8});
        return scenario;
    }
};

}  // namespace

TEST_P(ConservedPackets, AreHandledOrLostOrGoToTheDead) {
    std::uint64_t to_the_dead = 0;
    for (std::uint64_t seed = 0; seed < 40 && !HasFailure(); ++seed) {
        const sim::Scenario scenario = sim::parse_scenario(random_scenario(seed), ".");
        sim::TraceHead head{"", "{}", scenario.ranks, 0, {}};
        for (const auto& window : scenario.windows) head.windows.push_back({window.name, scenario.ranks, true});
        std::string traced;
        sim::TraceWriter trace([&traced](std::string_view text) { traced += text; }, head, sim::packets_of(scenario));
        const sim::RunResult result = sim::execute(scenario, {.trace = &trace}).result;
        trace.end();
        // A run that breaks off leaves packets in flight.
        const bool broken_off = result.outcome == sim::Outcome::assertion || result.outcome == sim::Outcome::crash ||
                                result.cause.starts_with("after a loss");
        if (broken_off) continue;
        to_the_dead += result.packets_to_the_dead;
        const std::uint64_t accounted = handled_in(traced) + result.lost.packets.size() + result.packets_to_the_dead;
        EXPECT_EQ(result.messages, accounted) << "seed " << seed << ", " << name_of(result.outcome);
    }
    EXPECT_GT(to_the_dead, 20U);
}

INSTANTIATE_TEST_SUITE_P(Families, ConservedPackets, testing::ValuesIn(sim::families().begin(), sim::families().end()),
                         [](const auto& info) { return std::string(info.param->name()); });

}  // namespace rmasim::property
