// Prints random programs as scenarios, with the results that this build computes. Each program is a JSON object on a
// line of its own. The arguments are the first seed and the number of programs of each family.
#include "sim/frontend/library/run.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/random_program.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>

using namespace rmasim;

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const std::uint64_t first = std::strtoull(argv[1], nullptr, 10), count = std::strtoull(argv[2], nullptr, 10);
    for (const sim::Family* const family : sim::families()) {
        for (std::uint64_t seed = first; seed < first + count; ++seed) {
            const fuzz::RandomProgram program = fuzz::make_random_program(seed, *family);
            const std::string scenario = fuzz::scenario_of(program).dump();
            const library::Run run = library::run_text(scenario);
            const nlohmann::json line{{"scenario", scenario},       {"outcome", run.outcome},
                                      {"digest", run.digest},       {"messages", run.messages},
                                      {"bytes", run.message_bytes}, {"time_ns", run.time_ns},
                                      {"by_kind", run.by_kind}};
            std::puts(line.dump().c_str());
        }
    }
}
