// Runs a .seq file: compares outputs, or blesses them; and demands what every sequence owes: clauses that exist, a
// by-hand line that the counts agree with, a `counts` stanza, and nothing left behind.
#pragma once

#include "tests/sequences/harness/sequence_file.h"
#include "tests/sequences/harness/spec.h"

namespace rmasim::seq {

// What is wrong with `file` when run against `spec`; empty when it passes.
std::vector<std::string> check_sequence(const SequenceFile& file, const Spec& spec);

// Rewrites the outputs in the file on disk. Nothing is written, and the reasons are returned, when the counts differ
// from the by-hand line or the file does not deserve it otherwise.
std::vector<std::string> bless_sequence(SequenceFile file, const Spec& spec);

}  // namespace rmasim::seq
