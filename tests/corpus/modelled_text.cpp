#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/legality.h"
#include "sim/untimed/fuzz/program/sequential_model.h"
#include "sim/untimed/fuzz/run/program_runner.h"
#include "tests/corpus/changes.h"
#include "tests/corpus/lines.h"
#include "tests/corpus/texts.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace rmasim::corpus {

using namespace rmasim::fuzz;

namespace {

void add_model(const RandomProgram& program, Lines& lines) {
    SequentialModel model(program);
    model.run();
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (WindowId id = 0; id < program.windows; ++id) lines.add_bytes("", model.window(rank, id));
        for (const std::int64_t result : model.results(rank)) lines.add("{}", result);
    }
}

// Runs a legal program whose model may be wrong; then the runner reports it.
void add_trial(const RandomProgram& program, std::uint64_t seed, Lines& lines) {
    add_model(program, lines);
    ProgramRunner runner(program);
    const auto finding = runner.run(seed);
    lines.add("{} {} {}", runner.steps(), runner.scheduler(), runner.fault());
    if (finding) lines.add_all(std::string(name_of(finding->symptom)) + ' ' + finding->rule + ' ', finding->what);
}

}  // namespace

void change_step(sim::Random& random, RandomProgram& program) {
    auto& steps = element_of(random, program.steps);
    if (steps.empty()) return;
    const auto index = random.below(steps.size());
    Step& step = steps[index];
    switch (random.below(7)) {
        case 0: steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(index)); break;
        case 1: step.target = below(random, program.ranks); break;
        case 2: step.window = below(random, program.windows); break;
        case 3: step.asserts = static_cast<Assert>(random.below(32)); break;
        case 4:
            if (index == 0) break;
            std::swap(steps[index - 1], step);
            std::swap(steps[index - 1].phase, step.phase);  // no step precedes those of an earlier phase
            break;
        case 5: step.region.disp = 8 * random.below(24); break;
        default: step.thread = below(random, program.threads); break;
    }
}

std::string modelled_text(const RandomProgram& program, std::uint64_t seed) {
    Lines lines;
    lines.add("{}", scenario_of(program).dump());
    add_model(program, lines);
    sim::Random random(seed, 0);
    for (int i = 0; i < 8; ++i) {
        RandomProgram other = program;
        change_step(random, other);
        const std::string illegal = illegality(other);
        lines.add("illegal: {}", illegal);
        if (!illegal.empty() || !program.units.empty()) continue;  // the model of counters requires whole units
        lines.add_or_refusal([&] { add_trial(other, seed, lines); });
    }
    return lines.take();
}

}  // namespace rmasim::corpus
