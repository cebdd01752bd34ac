// Generates random programs for families with synchronisation counters. A program has several counters, persistent
// requests of all modes, and all kinds of waits for these requests. Some requests restart automatically after their
// completion; other requests are started by calls of START. Some windows change their group.
//
// An episode is a sequence of steps of all ranks that uses counters of its own. A program is a sequence of groups of
// episodes, with a barrier in each group. The episodes of a group are on different windows. There are three kinds of
// episodes:
//
//     gather   each target has counters, which several origins decrement; between two rounds there is a barrier
//     halo     rounds without a barrier: "free" signals in one direction, operations and "full" signals in the other
//     chain    rank after rank: a rank that received a signal operates on the next rank and signals it
//
// A signal may arrive before the START of its counter only in some programs, and only if the protocol's settings keep
// such early signals. In all other programs, a barrier or an earlier signal in the other direction ensures that START
// is before the signal. So no signal is lost with any settings. All programs end, and every counter ends at the value
// that counter_model.h predicts.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <string>

namespace rmasim::fuzz {

RandomProgram make_counter_program(std::uint64_t seed, const sim::Family& family);

// Returns the first broken rule of a program that the shrinker derived from a program with counters; empty for a legal
// program.
std::string illegality_of_counters(const RandomProgram& program);

}  // namespace rmasim::fuzz
