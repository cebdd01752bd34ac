// Communicators of random programs. After some barriers of all ranks, a program has barriers on smaller communicators.
// A message uses a communicator that contains its two ranks. This file computes the members of communicators
// independently of the scenario reader.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace rmasim::fuzz {

// Returns the name of a communicator in scenarios: "c0", "c1", ...
std::string communicator_name(std::size_t comm);
// Returns the communicators in the notation of a scenario, with "colour" and "key".
nlohmann::ordered_json written_communicators(const RandomProgram& program);
// Returns the members of the communicator that contains `rank`, by communicator rank. `comm` is the number of the split
// that creates the communicator. Returns an empty group if no communicator of this split contains `rank`.
Group members_of(const RandomProgram& program, std::size_t comm, Rank rank);
// Returns the communicator rank of `other` in the communicator that contains `rank`; no_rank if `other` is not a
// member.
Rank comm_rank_of(const RandomProgram& program, std::size_t comm, Rank rank, Rank other);

// Returns the number by which a SEND or RECV of `rank` names the other process of the message. This number is the
// process's communicator rank if the step has a communicator, otherwise its rank in MPI_COMM_WORLD.
inline Rank peer_of(const RandomProgram& program, Rank rank, const Step& step) {
    return step.comm < 0 ? step.target : comm_rank_of(program, static_cast<std::size_t>(step.comm), rank, step.target);
}

// Returns the number of the communicator of a window; -1 if all ranks have the window.
inline int comm_of(const RandomProgram& program, WindowId window) {
    return program.window_comms.empty() ? -1 : program.window_comms[window];
}
// Returns the rank of `other` in the group of the window of `rank`. Returns no_rank if `other` is not in this group.
// Negative values of `other` (MPI_PROC_NULL, no target) are returned unchanged.
Rank rank_in_window(const RandomProgram& program, WindowId window, Rank rank, Rank other);
Group ranks_in_window(const RandomProgram& program, WindowId window, Rank rank, Group others);

// Generates communicators for a third of the programs.
void generate_communicators(std::uint64_t seed, RandomProgram& program);
// Gives some windows the group of a communicator, in programs that have communicators.
void generate_window_comms(std::uint64_t seed, RandomProgram& program);

// Checks barriers, collective calls and messages on communicators. Returns an error text for the first step that breaks
// a rule; empty if the program is legal. All members of a communicator must call the same barriers and collective
// calls, ranks must not wait for each other in a cycle, and both ranks of a message must be members of the message's
// communicator.
//
// Two rules prevent cycles. A rank calls barriers of communicators only at the beginning or right after a barrier of
// all ranks. A rank calls these barriers in the order of the communicators' numbers. So a rank in a barrier of
// communicator n waits only for ranks in barriers of communicators up to n.
std::string illegality_of_communicators(const RandomProgram& program);
// Returns an error text for the first window on which the ranks of a communicator do not call the same fences,
// WIN_CREATE and WIN_FREE; empty if there is no such window.
struct MatchGraph;
std::string illegality_of_window_comms(const RandomProgram& program, const MatchGraph& matches);

}  // namespace rmasim::fuzz
