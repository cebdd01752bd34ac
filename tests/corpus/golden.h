// The cases of golden.txt.
#pragma once

#include "tests/corpus/corpus.h"

#include <string>
#include <vector>

namespace rmasim::corpus {

using Suites = std::vector<Suite>;

// A line of golden.txt.
struct GoldenCase {
    std::string suite, which, hash;

    std::string name() const { return suite + ' ' + which; }
};

// `root` is the project's folder.
std::string golden_file(const std::string& root);
std::vector<GoldenCase> golden_cases(const std::string& root);

// Returns everything that a case prints. Raises std::runtime_error if there is no such suite.
std::string text_of(const Suites& suites, const std::string& suite, const std::string& which);

// Returns the hash of what the case prints with the present code. Raises std::runtime_error, with the name of the case,
// if the case cannot be created.
std::string hash_of_case(const Suites& suites, const GoldenCase& one);

}  // namespace rmasim::corpus
