// Communicators of random programs: barriers of some ranks behind barriers of all, and messages that go through a
// communicator which both of their ranks are in. What a split means is said here once more, apart from the reader of
// scenarios.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace rmasim::fuzz {

// "c0", "c1", ...
std::string communicator_name(std::size_t comm);
// As in a scenario: "colour" and "key".
nlohmann::ordered_json written_communicators(const RandomProgram& program);
// The ranks of the communicator of `rank`, by place; empty if it is in none.
Group members_of(const RandomProgram& program, std::size_t comm, Rank rank);
// The place of `other` in the communicator of `rank`; no_rank if it has none.
Rank place_of(const RandomProgram& program, std::size_t comm, Rank rank, Rank other);

// How the step of `rank` names the other rank of its message.
inline Rank peer_of(const RandomProgram& program, Rank rank, const Step& step) {
    return step.comm < 0 ? step.target : place_of(program, static_cast<std::size_t>(step.comm), rank, step.target);
}

// Of a window; -1: all ranks.
inline int comm_of(const RandomProgram& program, WindowId window) {
    return program.window_comms.empty() ? -1 : program.window_comms[window];
}
// The place of `other` among the ranks that have the window of `rank`; no_rank if it has another one, or none. What is
// below 0 (MPI_PROC_NULL, no target) stays as it is.
Rank rank_in_window(const RandomProgram& program, WindowId window, Rank rank, Rank other);
Group ranks_in_window(const RandomProgram& program, WindowId window, Rank rank, Group others);

// Draws them for a third of the programs.
void draw_communicators(std::uint64_t seed, RandomProgram& program);
// Gives windows to communicators, in programs that have some.
void draw_window_comms(std::uint64_t seed, RandomProgram& program);

// The first barrier that not all members of its communicator call, or that could make ranks wait in a cycle, and the
// first message between ranks that are not in one communicator; an empty text if there is none.
//
// Ranks call barriers of communicators right behind a barrier of all, or at the beginning, and those of one number
// before those of a higher one: who waits in number n waits for ranks that are in numbers up to n.
std::string illegality_of_communicators(const RandomProgram& program);
// Likewise, the first window on which the ranks of a communicator do not call the same fences.
struct MatchGraph;
std::string illegality_of_window_comms(const RandomProgram& program, const MatchGraph& matches);

}  // namespace rmasim::fuzz
