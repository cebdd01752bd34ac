// Collective calls of random programs. Each collective call replaces a barrier of a communicator. A nonblocking call is
// completed by a WAIT in the same stretch or in a later one. A collective call delivers 64-bit words to a rank. These
// words are stored among the results of the rank, at index `Step::result`.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <span>
#include <vector>

namespace rmasim::fuzz {

// True for a collective call that delivers words, false for one that transfers handles of counters.
inline bool is_collective(const Step& step) {
    return description_of(step.call).kind == CallClass::collective && step.more.handles.empty();
}
// True for a message or a collective call that transfers handles of counters.
inline bool transfers_handles(const Step& step) {
    const CallClass kind = description_of(step.call).kind;
    return (kind == CallClass::message || kind == CallClass::collective) && !step.more.handles.empty();
}
// True for a barrier or another collective call on a communicator other than that of all ranks.
inline bool is_of_some(const Step& step) {
    return step.comm >= 0 && (description_of(step.call).kind == CallClass::barrier || is_collective(step));
}
// True for a nonblocking collective call, which creates a request.
inline bool is_nonblocking(const Step& step) { return is_of_some(step) && has_request(step.call); }

// The numbers of elements of each block that the rank passes to a call with blocks of different sizes, and of each
// block that it receives. Empty if the call has no such list at this rank.
struct BlockCounts {
    std::vector<std::uint32_t> sent, received;
};
BlockCounts block_counts(const RandomProgram& program, Rank rank, const Step& step);
// Returns the argument `count` of a collective call.
std::uint32_t count_of(const RandomProgram& program, Rank rank, const Step& step);
// Returns the number of words that the call delivers at `rank`.
std::uint32_t words_delivered(const RandomProgram& program, Rank rank, const Step& step);
// Returns the words that a collective call delivers at `rank`. The words are computed only from the steps of all
// members of the communicator. Precondition: each member has a call with the same communicator and the same `more.tag`.
std::vector<std::int64_t> delivered(const RandomProgram& program, Rank rank, const Step& step);

// Copies the words that a collective call delivers from `results` to `window`. `results` are the results of the rank,
// and `window` is the memory of its window "results".
void write_delivered(const RandomProgram& program, Rank rank, const Step& step,
                     const std::vector<std::int64_t>& results, std::span<std::byte> window);

// Generates collective calls for half of the programs that have communicators. generate_communicators must be called
// before.
void generate_collectives(std::uint64_t seed, RandomProgram& program);

}  // namespace rmasim::fuzz
