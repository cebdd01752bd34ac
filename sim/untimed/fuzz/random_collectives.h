// Collective calls of random programs: in the place of some barriers of communicators. What they deliver is among the
// results of their rank (Step::result).
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <span>
#include <vector>

namespace rmasim::fuzz {

inline bool is_collective(const Step& step) { return description_of(step.call).kind == CallClass::collective; }
// A barrier or a collective call of some ranks.
inline bool is_of_some(const Step& step) {
    return step.comm >= 0 && (step.call == Call::barrier || is_collective(step));
}
// The number of words that the call of `rank` delivers.
std::uint32_t words_delivered(const RandomProgram& program, Rank rank, const Step& step);
// Those words, by the steps of all members alone. All of them have calls of the same communicator and `more.tag`.
std::vector<std::int64_t> delivered(const RandomProgram& program, Rank rank, const Step& step);

// Writes them, from among the results of the rank, to the window "results".
void write_delivered(const RandomProgram& program, Rank rank, const Step& step,
                     const std::vector<std::int64_t>& results, std::span<std::byte> window);

// Draws them for half of the programs that have communicators, after these.
void draw_collectives(std::uint64_t seed, RandomProgram& program);

}  // namespace rmasim::fuzz
