// Runs a sequence, and compares its outputs or blesses them. Every sequence must cite existing clauses, must have a
// by-hand line that agrees with the counts and a `counts` stanza, and must end without remaining packets, calls or
// elements.
#pragma once

#include "tests/sequences/harness/sequence_file.h"
#include "tests/sequences/harness/spec.h"

namespace rmasim::seq {

// Returns the faults of `sequence` when run against `spec`. Empty if it passes.
std::vector<std::string> check_sequence(const Sequence& sequence, const Spec& spec);

// Replaces the outputs of `sequence` by those of the present core, without changing its file. If the counts differ from
// the by-hand line, or the sequence has another fault, keeps the outputs and returns the faults.
std::vector<std::string> bless_sequence(Sequence& sequence, const Spec& spec);

}  // namespace rmasim::seq
