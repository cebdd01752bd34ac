// A golden corpus: small runs of every kind, drawn from seeds, and a hash of everything that each of them prints. The
// hashes are in golden.txt. A reference model says which of two outputs is right; the corpus says that an output
// changed, also in parts that no other test covers (decision 0074; README.md lists the suites).
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace rmasim::corpus {

// A suite: runs of one kind. golden.txt lists the cases to run.
struct Suite {
    // Names of cases to select from (select_cases.py): each round has others of the same kinds.
    using Candidates = std::function<std::vector<std::string>(std::size_t round)>;

    std::string name;
    Candidates candidates;
    // All that the run of a case prints, as lines.
    std::function<std::string(const std::string& name)> text_of;
};

// `root`: the project's folder.
std::vector<Suite> suites(const std::string& root);

// Those whose cases are made of the project's scenarios and worlds.
void add_file_suites(const std::string& root, std::vector<Suite>& suites);

}  // namespace rmasim::corpus
