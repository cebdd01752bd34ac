#include "sim/scenario/json/errors.h"
#include "sim/untimed/fuzz/legality.h"
#include "sim/untimed/fuzz/program_runner.h"
#include "sim/untimed/fuzz/scenario_writer.h"
#include "sim/untimed/fuzz/sequential_model.h"
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

// Legal, and perhaps another program than its model thinks: the runner says so.
void add_trial(const RandomProgram& program, std::uint64_t seed, Lines& lines) {
    add_model(program, lines);
    ProgramRunner runner(program);
    const auto finding = runner.run(seed);
    lines.add("{} {} {}", runner.steps(), runner.scheduler(), runner.fault());
    if (finding) lines.add_all(std::string(name_of(finding->symptom)) + ' ' + finding->rule + ' ', finding->what);
}

}  // namespace

void change_step(Rng& rng, RandomProgram& program) {
    auto& steps = program.steps[rng.below(program.steps.size())];
    if (steps.empty()) return;
    const auto place = rng.below(steps.size());
    Step& step = steps[place];
    switch (rng.below(7)) {
        case 0: steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(place)); break;
        case 1: step.target = static_cast<Rank>(rng.below(static_cast<std::uint64_t>(program.ranks))); break;
        case 2: step.window = static_cast<WindowId>(rng.below(program.windows)); break;
        case 3: step.asserts = static_cast<Assert>(rng.below(32)); break;
        case 4:
            if (place == 0) break;
            std::swap(steps[place - 1], step);
            std::swap(steps[place - 1].phase, step.phase);  // no step comes before those of an earlier phase
            break;
        case 5: step.region.disp = 8 * rng.below(24); break;
        default: step.thread = static_cast<ThreadId>(rng.below(program.threads)); break;
    }
}

std::string modelled_text(const RandomProgram& program, std::uint64_t seed) {
    Lines lines;
    lines.add("{}", scenario_of(program, "loggp").dump());
    add_model(program, lines);
    Rng rng(seed);
    for (int i = 0; i < 8; ++i) {
        RandomProgram other = program;
        change_step(rng, other);
        const std::string illegal = illegality(other);
        lines.add("illegal: {}", illegal);
        if (!illegal.empty() || !program.units.empty()) continue;  // the model of counters relies on whole units
        try {
            add_trial(other, seed, lines);
        } catch (const sim::BadInput& refused) {
            lines.add("refused: {}", refused.what());
        }
    }
    return lines.take();
}

}  // namespace rmasim::corpus
