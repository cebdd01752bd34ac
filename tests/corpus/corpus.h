// A pinned corpus: small runs of every sort, drawn from seeds, and a hash of everything that each of them says. The
// hashes are in pinned.txt. A second model says which of two answers is right; the corpus says that an answer moved, in
// whatever part that nobody thought of (decision 0074).
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace rmasim::corpus {

// Runs of one sort. The names of shelves and cases are those of pinned.txt.
struct Shelf {
    std::string name;
    std::vector<std::string> cases;
    // All that the run of a case says, as lines.
    std::function<std::string(const std::string& name)> text_of;
};

// `root`: the project's folder.
std::vector<Shelf> shelves(const std::string& root);

}  // namespace rmasim::corpus
