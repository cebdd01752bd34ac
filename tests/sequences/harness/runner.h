// Runs a .seq file and compares its outputs, or blesses them. Every sequence must cite existing clauses, have a by-hand
// line that agrees with the counts and a `counts` stanza, and end without packets, calls or elements left.
#pragma once

#include "tests/sequences/harness/sequence_file.h"
#include "tests/sequences/harness/spec.h"

namespace rmasim::seq {

// The faults of `file` when run against `spec`; empty if it passes.
std::vector<std::string> check_sequence(const SequenceFile& file, const Spec& spec);

// Rewrites the outputs in the file on disk. If the counts differ from the by-hand line, or the file has another fault,
// nothing is written and the faults are returned.
std::vector<std::string> bless_sequence(SequenceFile file, const Spec& spec);

}  // namespace rmasim::seq
