// Runs a sequence, and compares its outputs or blesses them. Every sequence must cite existing clauses, have a `counts`
// stanza, and have a by-hand line that agrees with the counts. At the end of a sequence there must be no packets in
// flight, no waiting calls, and no elements in use.
#pragma once

#include "tests/sequences/harness/sequence_file.h"
#include "tests/sequences/harness/spec.h"

namespace rmasim::seq {

// Runs `sequence` and returns its faults, also against `spec`. Empty if the sequence passes.
std::vector<std::string> check_sequence(const Sequence& sequence, const Spec& spec);

// Replaces the outputs of `sequence` by those of the present core. Does not change its file. If the counts differ from
// the by-hand line, or if the sequence has another fault, keeps the outputs and returns the faults.
std::vector<std::string> bless_sequence(Sequence& sequence, const Spec& spec);

}  // namespace rmasim::seq
