// Distributes the steps of a random program over several threads of each rank. The program stays legal, and its outcome
// is still that of the sequential model (MPI-4, 12.7; New RMA design, "RMA + threads"):
//
//   windows      phases of different windows happen at the same time, each in a thread of its own
//   targets      operations and flushes of one epoch go to the thread of their target
//   fences       operations that commute with all others are posted while another thread fences
//
// Between two matches all threads of a rank run in any order.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <string>

namespace rmasim::fuzz {

// Draws the number of threads, often 1, and what they do. The program has one thread so far.
void draw_threads(std::uint64_t seed, RandomProgram& program);

// Whether the program of this seed shall have threads, and only calls that wait for no other rank: then its windows may
// share the smallest pools (needs_own_elements).
bool has_patient_threads(std::uint64_t seed);

// Everything in one thread.
void join_threads(RandomProgram& program);

// Whether threads may wait for elements that only another window's progress gives back, in a cycle of ranks. An example
// with one element, shared by two windows:
//
//     rank 0   thread 0 holds it for window 0, whose fence waits for rank 1;   thread 1 needs it to reach window 1's
//     rank 1   thread 1 holds it for window 1, whose fence waits for rank 0;   thread 0 needs it to reach window 0's
//
// Then every window needs an element of its own. Not if each call only waits for its targets: shared locks are always
// granted in the end.
bool needs_own_elements(const RandomProgram& program);

// The first rule of threads that is broken; empty for a legal program.
std::string illegality_of_threads(const RandomProgram& program);

}  // namespace rmasim::fuzz
