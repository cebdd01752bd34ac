// The golden corpus: small runs of every kind, generated from seeds, and for each run a hash of everything that it
// prints. golden.txt has the hashes. The corpus detects that an output changed, also in parts that no other test
// covers. It cannot decide which of two outputs is right: a reference model does that (decision 0074; README.md lists
// the suites).
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace rmasim::corpus {

// A suite: runs of one kind. golden.txt lists the cases to run.
struct Suite {
    // Returns names of cases from which select_cases.py selects. Each round has other cases of the same kinds.
    using Candidates = std::function<std::vector<std::string>(std::size_t round)>;

    std::string name;
    Candidates candidates;
    // Returns all that the run of a case prints, as lines.
    std::function<std::string(const std::string& name)> text_of;
};

// Returns all suites. `root`: the project's folder.
std::vector<Suite> suites(const std::string& root);

// Adds the suites whose cases are made of the project's scenarios and worlds.
void add_file_suites(const std::string& root, std::vector<Suite>& suites);

}  // namespace rmasim::corpus
