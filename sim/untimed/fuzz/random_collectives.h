// Collective calls of random programs. They replace some barriers of communicators. The delivered words are among the
// results of their rank (Step::result).
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <span>
#include <vector>

namespace rmasim::fuzz {

inline bool is_collective(const Step& step) { return description_of(step.call).kind == CallClass::collective; }
// True for a barrier or a collective call of the ranks of a communicator.
inline bool is_of_some(const Step& step) {
    return step.comm >= 0 && (step.call == Call::barrier || is_collective(step));
}
// Returns the number of words that the call delivers at `rank`.
std::uint32_t words_delivered(const RandomProgram& program, Rank rank, const Step& step);
// Returns the delivered words, computed only from the steps of all members. All members must have calls with the same
// communicator and `more.tag`.
std::vector<std::int64_t> delivered(const RandomProgram& program, Rank rank, const Step& step);

// Writes the delivered words, taken from the results of the rank, to the window "results".
void write_delivered(const RandomProgram& program, Rank rank, const Step& step,
                     const std::vector<std::int64_t>& results, std::span<std::byte> window);

// Generates collective calls for half of the programs that have communicators. Must be called after
// generate_communicators.
void generate_collectives(std::uint64_t seed, RandomProgram& program);

}  // namespace rmasim::fuzz
