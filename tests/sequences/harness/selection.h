// Selects the sequences that a command line names.
#pragma once

#include "tests/sequences/harness/sequence_file.h"

#include <set>
#include <string>
#include <vector>

namespace rmasim::seq {

struct SelectedFile {
    std::string path;
    std::vector<Sequence> sequences;  // all sequences of the file
    std::set<std::size_t> selected;   // indices in `sequences`
};

// Returns the selected sequences. Each of `arguments` is FILE or FILE:NAME. If `only` is not empty, sequences must be
// named in `only`. Sequences that `except` names are omitted. Raises BadSequence if a name is not the name of such a
// sequence, or if no sequence is selected.
std::vector<SelectedFile> select(const std::vector<std::string>& arguments, const std::vector<std::string>& only,
                                 const std::vector<std::string>& except);

}  // namespace rmasim::seq
