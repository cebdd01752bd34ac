// Runs a sequence and compares its outputs, or blesses them. Every sequence must cite existing clauses, have a by-hand
// line that agrees with the counts and a `counts` stanza, and end without packets, calls or elements left.
#pragma once

#include "tests/sequences/harness/sequence_file.h"
#include "tests/sequences/harness/spec.h"

namespace rmasim::seq {

// The faults of `sequence` when run against `spec`; empty if it passes.
std::vector<std::string> check_sequence(const Sequence& sequence, const Spec& spec);

// Gives `sequence` the outputs that the core has now; its file stays as it is. If the counts differ from the by-hand
// line, or the sequence has another fault, it keeps its outputs and the faults are returned.
std::vector<std::string> bless_sequence(Sequence& sequence, const Spec& spec);

}  // namespace rmasim::seq
