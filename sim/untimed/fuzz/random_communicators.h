// Communicators of random programs: barriers of some ranks after barriers of all, and messages through a communicator
// that contains both ranks. The semantics of a split is implemented here independently of the scenario reader.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace rmasim::fuzz {

// Returns "c0", "c1", ...
std::string communicator_name(std::size_t comm);
// Returns the communicators in the notation of a scenario, with "colour" and "key".
nlohmann::ordered_json written_communicators(const RandomProgram& program);
// Returns the ranks of the communicator that contains `rank`, by communicator rank; empty if `rank` is in none.
Group members_of(const RandomProgram& program, std::size_t comm, Rank rank);
// Returns the communicator rank of `other` in the communicator that contains `rank`; no_rank if it is not a member.
Rank comm_rank_of(const RandomProgram& program, std::size_t comm, Rank rank, Rank other);

// Returns the number by which the step of `rank` names the other rank of its message.
inline Rank peer_of(const RandomProgram& program, Rank rank, const Step& step) {
    return step.comm < 0 ? step.target : comm_rank_of(program, static_cast<std::size_t>(step.comm), rank, step.target);
}

// Returns the communicator of a window; -1: all ranks.
inline int comm_of(const RandomProgram& program, WindowId window) {
    return program.window_comms.empty() ? -1 : program.window_comms[window];
}
// Returns the number of `other` in the group of the window of `rank`; no_rank if `other` has another window of this
// number, or none. Negative values (MPI_PROC_NULL, no target) are returned unchanged.
Rank rank_in_window(const RandomProgram& program, WindowId window, Rank rank, Rank other);
Group ranks_in_window(const RandomProgram& program, WindowId window, Rank rank, Group others);

// Generates communicators for a third of the programs.
void generate_communicators(std::uint64_t seed, RandomProgram& program);
// Moves windows to communicators, in programs that have some.
void generate_window_comms(std::uint64_t seed, RandomProgram& program);

// Returns the first barrier that not all members of its communicator call, or that could make ranks wait in a cycle,
// and the first message between ranks that share no communicator; an empty text if there is none.
//
// Ranks call barriers of communicators right after a barrier of all ranks, or at the beginning, and in the order of the
// communicators' numbers. So a rank that waits in number n waits only for ranks that are in numbers up to n.
std::string illegality_of_communicators(const RandomProgram& program);
// Returns the first window on which the ranks of a communicator do not call the same fences; an empty text if there is
// none.
struct MatchGraph;
std::string illegality_of_window_comms(const RandomProgram& program, const MatchGraph& matches);

}  // namespace rmasim::fuzz
