// Everything that a run reports, as text. If the input is refused, the text has the reason; these functions do not
// fail. `family`: if not null, replaces the scenario's own family.
#pragma once

#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json.h"
#include "sim/untimed/fuzz/random_program.h"

#include <cstdint>
#include <string>

namespace rmasim::corpus {

// Runs in the simulator, with all checks: the result without the memory of the core, the trace, and the windows at the
// end.
std::string timed_text(const sim::Json& scenario, const std::string& folder, const sim::Family* family = nullptr);
// Runs without a clock, in an order generated from `seed`: each step, the core's reports in it, and the calls that wait
// at the end.
std::string untimed_text(const sim::Json& scenario, const std::string& folder, std::uint64_t seed,
                         const sim::Family* family = nullptr);
// Runs like untimed_text, but the text has only the end of the run and its wait graph. If `first` is not 0, processes
// begin their numbers after it, so that some wrap around (tests/property/counter_wraparound.h lists the families).
std::string end_text(const sim::Json& scenario, const std::string& folder, std::uint64_t seed, std::uint32_t first);
// Returns the wait graph after each step of such a run.
std::string wait_graphs_text(const sim::Json& scenario, std::uint64_t seed, std::uint32_t first);
// Returns the differences between two executions of an erroneous program.
std::string witness_text(const sim::Json& scenario, const std::string& folder);
// Returns the common results of the first `limit` orders (at least 8), from one search and from a search in shards.
std::string explored_text(const sim::Json& scenario, const std::string& folder, std::uint64_t limit,
                          const sim::Family* family = nullptr);
// Returns an order in words, and the results of replaying these words and changed ones.
std::string replayed_text(const sim::Json& scenario, std::uint64_t seed);
// Returns the checker's complaints about the reports of one run, in `times` copies that each have a fault.
std::string checked_text(const sim::Json& scenario, std::uint64_t seed, int times);
// Returns the results of the sequential model, the rules of legal programs and the faults for a random program and for
// similar ones.
std::string modelled_text(const fuzz::RandomProgram& program, std::uint64_t seed);
// Returns the programs to which shrinking may reduce a program, and the results of shrinking programs that fail. The
// program has faults if `seed` is odd.
std::string shrunk_text(fuzz::RandomProgram program, std::uint64_t seed);
// Returns the output of `rmasim fuzz` for its runs.
std::string campaign_text(const sim::Family& family, std::uint64_t number);

}  // namespace rmasim::corpus
