// Generates random programs for families with synchronisation counters: several counters, persistent requests of all
// modes, which start again or are started, all kinds of waits for them, and windows whose group changes.
//
// A program is a sequence of groups, with a barrier in each. A group has episodes on different windows:
//
//     gather   each target has counters, which several origins lower; one or more rounds with a barrier between them
//     halo     rounds without a barrier: "free" signals in one direction, operations and "full" signals in the other
//     chain    rank after rank: a rank that received a signal operates on the next rank and signals it
//
// Every signal comes after its START, because a barrier or an answer orders them. In programs whose settings keep early
// signals, some signals come before. So all programs end with any settings, and every counter ends at the value that
// counter_model.h predicts.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <string>

namespace rmasim::fuzz {

RandomProgram make_counter_program(std::uint64_t seed, const sim::Family& family);

// Returns the first broken rule of a program that the shrinker derived from those above; empty for a legal program.
std::string illegality_of_counters(const RandomProgram& program);

}  // namespace rmasim::fuzz
