// Random programs of families with synchronisation counters: several counters, persistent requests of all modes, which
// start again or are started, waited for in every way, and windows whose group changes.
//
// A program is a row of groups, with a barrier in each. A group has episodes on different windows:
//
//     gather   each target has counters, which several origins lower; one or more rounds with a barrier between them
//     halo     rounds without a barrier: "free" signals one way, operations and "full" signals the other way
//     chain    rank after rank: who is signalled operates on the next one and signals it
//
// Every signal comes after the START that it is for, because a barrier or an answer orders them; in programs of
// settings that keep early signals some do not. So all programs end, whatever the settings, and every counter ends at
// the value that counter_model.h says.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <string>

namespace rmasim::fuzz {

RandomProgram make_counter_program(std::uint64_t seed, const sim::Family& family);

// The first rule that is broken, of programs that the shrinker made of those above; empty for a legal program.
std::string illegality_of_counters(const RandomProgram& program);

}  // namespace rmasim::fuzz
