// Collective calls of random programs. Each collective call replaces a barrier of a communicator. A nonblocking call is
// completed by a WAIT in the same stretch or in a later one. A collective call delivers 64-bit words to a rank. These
// words are stored among the results of the rank, at index `Step::result`.
//
// A persistent call is several steps. Its START directly follows the call that creates the request, or other such calls
// on the same communicator. If the call is started twice, a WAIT and the second START follow these:
//
//     rank 0   scan_init r0   bcast_init r1   start r0   start r1   wait r0   start r0   ...   wait r0   request_free
//     r0
#pragma once

#include "protocol/base/collective.h"
#include "sim/untimed/fuzz/program/random_program.h"

#include <span>
#include <string>
#include <vector>

namespace rmasim::fuzz {

// True for a call that creates the persistent request of a collective call.
inline bool is_persistent(const Step& step) { return is_persistent_collective(step.call); }
// True for a collective call that delivers words, false for one that transfers handles of counters. A persistent call
// delivers the words of the calls that it starts.
inline bool is_collective(const Step& step) {
    const bool delivers = description_of(step.call).kind == CallClass::collective ||
                          (is_persistent(step) && blocking_form(step.call) != Call::barrier);
    return delivers && step.more.handles.empty();
}
// True for a message or a collective call that transfers handles of counters.
inline bool transfers_handles(const Step& step) {
    const CallClass kind = description_of(step.call).kind;
    return (kind == CallClass::message || kind == CallClass::collective) && !step.more.handles.empty();
}
// True for a barrier or another collective call on a communicator other than that of all ranks.
inline bool is_of_some(const Step& step) {
    return step.comm >= 0 && (blocking_form(step.call) == Call::barrier || is_collective(step));
}
// True for a nonblocking or persistent collective call, which creates a request.
inline bool is_nonblocking(const Step& step) { return is_of_some(step) && has_request(step.call); }

// Returns an error text if a rank may wait forever for a collective call of a communicator, because of the order of its
// STARTs, WAITs and blocking calls; empty if each call returns. The members must make the same calls.
std::string illegality_of_starts(const RandomProgram& program);

// The numbers of words of each block that the rank passes to a call with blocks of different sizes, and of each block
// that it receives. Empty if the call has no such list at this rank.
struct BlockCounts {
    std::vector<std::uint32_t> sent, received;
};
BlockCounts block_counts(const RandomProgram& program, Rank rank, const Step& step);
// The datatypes of these blocks. Empty if the elements of all blocks are words.
struct BlockTypes {
    std::vector<Datatype> sent, received;
};
BlockTypes block_types(const RandomProgram& program, Rank rank, const Step& step);
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
// before, and generate_topologies if there are to be calls on neighbours.
void generate_collectives(std::uint64_t seed, RandomProgram& program);

}  // namespace rmasim::fuzz
