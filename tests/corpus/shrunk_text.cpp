#include "sim/untimed/fuzz/campaign/campaign.h"
#include "sim/untimed/fuzz/campaign/case_file.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/program_reductions.h"
#include "sim/untimed/fuzz/shrink/shrink.h"
#include "sim/untimed/fuzz/shrink/simpler.h"
#include "tests/corpus/changes.h"
#include "tests/corpus/lines.h"
#include "tests/corpus/texts.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace rmasim::corpus {

using namespace rmasim::fuzz;

namespace {

void add_program(const char* what, const RandomProgram& program, Lines& lines) {
    lines.add("{}: {} {}", what, illegality(program), text_hash(scenario_of(program).dump()));
}

// Calls `add` for some elements of a long list, from all its parts.
template <class One, class Add>
void for_some(const std::vector<One>& all, Add add) {
    for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 12) add(all[i]);
}

// Adds at least three faults, which cuts must adapt.
void generate_some_faults(std::uint64_t seed, RandomProgram& program) {
    for (sim::Random random(seed, 0); program.faults.size() < 3;) {
        for (RandomFault& fault : random_faults(random, program)) program.faults.push_back(std::move(fault));
    }
}

void add_cuts(const char* what, const RandomProgram& program, const std::vector<Cut>& cuts, Lines& lines) {
    lines.add("{}: {}", what, cuts.size());
    for_some(cuts, [&](const Cut& cut) { add_program(what, without(program, std::span(&cut, 1)), lines); });
    if (cuts.size() > 1) add_program(what, without(program, std::span(cuts).last(2)), lines);
}

// Adds the programs to which shrinking may reduce a program.
void add_smaller(const RandomProgram& program, Lines& lines) {
    for (const RandomProgram& one : simpler_settings(program)) add_program("setting", one, lines);
    for_some(simpler_calls(program), [&](const RandomProgram& one) { add_program("calls", one, lines); });
    add_cuts("stretch", program, stretches(program), lines);
    add_cuts("epoch", program, epochs(program), lines);
    add_cuts("call", program, single_calls(program), lines);
    for_some(acquaintances(program), [&](const Acquaintance& pair) {
        lines.add("{} {} {} {}", pair.window, pair.origin, pair.target, pair.nth);
        add_program("pair", without(program, pair), lines);
    });
    for (Rank rank = 0; rank < program.ranks && program.ranks > 1; ++rank) {
        add_program("rank", without_rank(program, rank), lines);
    }
    for (WindowId id = 0; id < program.windows && program.windows > 1; ++id) {
        add_program("window", without_window(program, id), lines);
    }
}

void add_finding(const Finding& found, Lines& lines) {
    lines.add("{} {} after {}", name_of(found.symptom), found.rule, found.order.size());
    lines.add_all("  ", found.what);
}

// Shrinks a legal program whose model is wrong, and adds the result.
void add_shrunk(RandomProgram program, std::uint64_t seed, Lines& lines) {
    sim::Random random(seed, 0);
    for (int changes = 0; changes < 3; ++changes) change_step(random, program);
    if (!illegality(program).empty()) return;
    ProgramRunner runner(program);
    const auto found = runner.run(seed);
    if (!found) return;
    add_finding(*found, lines);
    const Shrunk shrunk = shrink(program, *found, seed, {.orders = 3, .runs = 60, .orders_at_the_end = 5});
    lines.add("{} runs, {} calls", shrunk.runs, calls_in(shrunk.program));
    add_finding(shrunk.finding, lines);
    lines.add("{}", case_of(shrunk.program, shrunk.finding, "case").dump());
}

void add_report(const RunReport& report, Lines& lines) {
    lines.add("{}: {} {} {} {} {} {}", report.seed, report.ranks, report.threads, report.windows, report.calls,
              report.ordered, report.faults);
    lines.add("{} {} {}", report.steps, report.scheduler, report.fault);
    if (report.finding) add_finding(*report.finding, lines);
}

}  // namespace

std::string shrunk_text(RandomProgram program, std::uint64_t seed) {
    Lines lines;
    if (seed % 2 == 1) generate_some_faults(seed, program);
    add_program("whole", program, lines);
    add_smaller(program, lines);
    const std::uint64_t times = program.units.empty() ? 24 : 0;  // the model of counters requires whole units
    for (std::uint64_t i = 0; i < times; ++i) {
        lines.add_or_refusal([&] { add_shrunk(program, times * seed + i, lines); });
    }
    return lines.take();
}

// Runs the campaign from the middle of one program's runs to the middle of the next one's.
std::string campaign_text(const sim::Family& family, std::uint64_t number) {
    Lines lines;
    Campaign campaign;
    campaign.first_seed = 3 + 2 * runs_of_a_program * number;
    campaign.runs = runs_of_a_program;
    campaign.family = &family;
    if (number % 3 == 1) campaign.semantics = sim::Semantics::separate;
    if (number % 6 == 4) campaign.propagation = sim::Propagation::lazy;
    campaign.on_run = [&lines](const RunReport& report) { add_report(report, lines); };
    if (campaign.carry_out()) lines.add("found something");
    return lines.take();
}

}  // namespace rmasim::corpus
