// The sequences that a command line names.
#pragma once

#include "tests/sequences/harness/sequence_file.h"

#include <set>
#include <string>
#include <vector>

namespace rmasim::seq {

struct SelectedFile {
    std::string path;
    std::vector<Sequence> sequences;  // all that the file has
    std::set<std::size_t> selected;   // indices in `sequences`
};

// Each of `arguments` is FILE or FILE:NAME. Of these sequences those remain that `only` names, if it names any, and
// that `except` does not. Raises BadSequence when a name is not among them, or when none remains.
std::vector<SelectedFile> select(const std::vector<std::string>& arguments, const std::vector<std::string>& only,
                                 const std::vector<std::string>& except);

}  // namespace rmasim::seq
