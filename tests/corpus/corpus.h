// A pinned corpus: small runs of every sort, drawn from seeds, and a hash of everything that each of them says. The
// hashes are in pinned.txt. A second model says which of two answers is right; the corpus says that an answer moved, in
// whatever part that nobody thought of (decision 0074).
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace rmasim::corpus {

// Runs of one sort. Which of its cases are run says pinned.txt.
struct Shelf {
    // Names of cases to choose from (choose.py): each round has others of the same sorts.
    using Candidates = std::function<std::vector<std::string>(std::size_t round)>;

    std::string name;
    Candidates candidates;
    // All that the run of a case says, as lines.
    std::function<std::string(const std::string& name)> text_of;
};

// `root`: the project's folder.
std::vector<Shelf> shelves(const std::string& root);

}  // namespace rmasim::corpus
