// Functions that return everything that a run reports, as text. These functions do not fail: if the input is refused,
// the text has the reason. If `family` is not null, it replaces the scenario's own family.
#pragma once

#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json.h"
#include "sim/untimed/fuzz/program/random_program.h"

#include <cstdint>
#include <string>

namespace rmasim::corpus {

// Runs the scenario in the simulator, with all checks. The text has the result without the memory of the core, the
// trace, and the windows at the end.
std::string timed_text(const sim::Json& scenario, const std::string& folder, const sim::Family* family = nullptr);
// Runs the scenario without a clock, in an order generated from `seed`. The text has each step with the core's reports,
// and the calls that wait at the end.
std::string untimed_text(const sim::Json& scenario, const std::string& folder, std::uint64_t seed,
                         const sim::Family* family = nullptr);
// Runs the scenario like untimed_text. The text has only the end of the run and its wait graph. If `first` is not 0,
// the numbers of processes begin after `first`, so that some of them wrap around (tests/property/counter_wraparound.h).
std::string end_text(const sim::Json& scenario, const std::string& folder, std::uint64_t seed, std::uint32_t first);
// Returns the wait graph after each step of a run like that of end_text.
std::string wait_graphs_text(const sim::Json& scenario, std::uint64_t seed, std::uint32_t first);
// Returns the differences between two executions of an erroneous program.
std::string witness_text(const sim::Json& scenario, const std::string& folder);
// Explores the first `limit` orders (at least 8). Returns the results of one search, of searches in shards, and of a
// search without reduction.
std::string explored_text(const sim::Json& scenario, const std::string& folder, std::uint64_t limit,
                          const sim::Family* family = nullptr);
// Returns the steps of an order as text, and the results of replaying this text and changed versions of it.
std::string replayed_text(const sim::Json& scenario, std::uint64_t seed);
// Makes `times` copies of the reports of one run, each with one fault. Returns the checker's complaints about the
// copies.
std::string checked_text(const sim::Json& scenario, std::uint64_t seed, int times);
// Returns results for a random program and for similar programs: those of the sequential model, of the checks that a
// program is legal, and of its faults.
std::string modelled_text(const fuzz::RandomProgram& program, std::uint64_t seed);
// Returns the programs to which shrinking may reduce a program, and the results of shrinking programs that fail. If
// `seed` is odd, the program has faults.
std::string shrunk_text(fuzz::RandomProgram program, std::uint64_t seed);
// Returns the output of `rmasim fuzz` for the runs of campaign `number`.
std::string campaign_text(const sim::Family& family, std::uint64_t number);

}  // namespace rmasim::corpus
