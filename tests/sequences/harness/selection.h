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

// Each of `arguments` is FILE or FILE:NAME. Selects those of these sequences that `only` names, if it is not empty, and
// that `except` does not name. Raises BadSequence if a name is not among them, or if no sequence is selected.
std::vector<SelectedFile> select(const std::vector<std::string>& arguments, const std::vector<std::string>& only,
                                 const std::vector<std::string>& except);

}  // namespace rmasim::seq
