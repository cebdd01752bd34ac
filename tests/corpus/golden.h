// The cases that golden.txt pins.
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

// `root`: the project's folder.
std::string golden_file(const std::string& root);
std::vector<GoldenCase> golden_cases(const std::string& root);

// All that a case prints. Raises std::runtime_error if there is no such suite.
std::string text_of(const Suites& suites, const std::string& suite, const std::string& which);

// The hash of what a case prints now. Raises std::runtime_error, which names the case, if it cannot be made at all.
std::string hash_of_case(const Suites& suites, const GoldenCase& one);

}  // namespace rmasim::corpus
