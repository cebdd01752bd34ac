// Distributes the steps of a random program over several threads of each rank. The program stays legal, and its result
// is still the one that the sequential model predicts (MPI-4, 12.7; New RMA design, "RMA + threads"). There are three
// ways to distribute the steps:
//
//   windows      phases of different windows run concurrently, each in its own thread
//   targets      operations and flushes of one epoch are given to the thread of their target
//   fences       operations that commute with all other operations are called while another thread calls fence
//
// Between two synchronisations of the threads of a rank, these threads run in any order.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <string>

namespace rmasim::fuzz {

// Generates the number of threads per rank, often 1, and assigns a thread to each step. Before the call, the program
// must have one thread per rank.
void generate_threads(std::uint64_t seed, RandomProgram& program);

// True if the program of this seed has several threads but no call that waits for calls of other ranks. The windows of
// such a program may share the smallest element pools without a deadlock (needs_own_elements).
bool has_patient_threads(std::uint64_t seed);

// Moves all steps of each rank to one thread.
void join_threads(RandomProgram& program);

// True if every window needs a pool element of its own. With a shared pool, the threads of such a program might
// deadlock: each thread waits for an element that is returned only after progress on another window. An example with
// one element X, which two windows share:
//
//     rank 0   thread 0 holds X for window 0, whose fence waits for rank 1;   thread 1 needs X for window 1's fence
//     rank 1   thread 1 holds X for window 1, whose fence waits for rank 0;   thread 0 needs X for window 0's fence
//
// Returns false if each call waits only for its targets. Such waits always end, because each lock is granted at some
// time.
bool needs_own_elements(const RandomProgram& program);

// Returns the first broken rule of threads, as text; empty for a legal program.
std::string illegality_of_threads(const RandomProgram& program);

}  // namespace rmasim::fuzz
