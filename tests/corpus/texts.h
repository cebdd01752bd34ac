// Everything that a run says, as text. What is refused says why; nothing here fails. `family`: if not null, in place of
// the scenario's own.
#pragma once

#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json.h"
#include "sim/untimed/fuzz/random_program.h"

#include <cstdint>
#include <string>

namespace rmasim::corpus {

// In the simulator, with all checks: its result but for the memory of the core, its trace, the windows at the end.
std::string timed_text(const sim::Json& scenario, const std::string& folder, const sim::Family* family = nullptr);
// Without a clock, in an order drawn from `seed`: each step, what the core reports in it, what waits at the end.
std::string untimed_text(const sim::Json& scenario, const std::string& folder, std::uint64_t seed,
                         const sim::Family* family = nullptr);
// Only how it ends, and what waits for what. If `first` is not 0, processes begin their numbers after it, so that some
// wrap (tests/property/counter_wraparound.h says in which families).
std::string end_text(const sim::Json& scenario, const std::string& folder, std::uint64_t seed, std::uint32_t first);
// What waits for what after each step of such a run.
std::string wait_graphs_text(const sim::Json& scenario, std::uint64_t seed, std::uint32_t first);
// What differs between two executions of an erroneous program.
std::string witness_text(const sim::Json& scenario, const std::string& folder);
// What the first `limit` orders (at least 8) have in common, from one search and from one in pieces.
std::string explored_text(const sim::Json& scenario, const std::string& folder, std::uint64_t limit,
                          const sim::Family* family = nullptr);
// What an order says as words, and what is played again from these and others that are changed.
std::string replayed_text(const sim::Json& scenario, std::uint64_t seed);
// What the checker says of the reports of one run, in `times` copies of which something is wrong.
std::string checked_text(const sim::Json& scenario, std::uint64_t seed, int times);
// What the sequential model, the rules of legal programs and the faults say of a random program and its likes.
std::string modelled_text(const fuzz::RandomProgram& program, std::uint64_t seed);
// What shrinking may make of a program, and what it makes of programs that fail.
// With faults if `seed` is odd.
std::string shrunk_text(fuzz::RandomProgram program, std::uint64_t seed);
// What `rmasim fuzz` says of its runs.
std::string campaign_text(const sim::Family& family, std::uint64_t number);

}  // namespace rmasim::corpus
