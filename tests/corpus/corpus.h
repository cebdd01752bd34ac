// The golden corpus: small runs of every kind, which are generated from seeds. For each run, golden.txt has a hash of
// everything that the run prints. The corpus detects that an output changed, even if no other test covers this output.
// It cannot decide if the old or the new output is right: reference models do that (decision 0074; README.md lists the
// suites).
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace rmasim::corpus {

// A suite consists of runs of one kind. golden.txt lists its cases.
struct Suite {
    // Returns names of cases, from which select_cases.py selects. Each round has other cases of the same kinds.
    using Candidates = std::function<std::vector<std::string>(std::size_t round)>;

    std::string name;
    Candidates candidates;
    // Returns everything that the run of a case prints, as lines.
    std::function<std::string(const std::string& name)> text_of;
};

// Returns all suites. `root` is the project's folder.
std::vector<Suite> suites(const std::string& root);

// Adds the suites whose cases are made of the project's scenarios and worlds.
void add_file_suites(const std::string& root, std::vector<Suite>& suites);

}  // namespace rmasim::corpus
