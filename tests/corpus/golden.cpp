#include "tests/corpus/golden.h"

#include "tests/corpus/lines.h"

#include <fmt/core.h>

#include <fstream>
#include <stdexcept>

namespace rmasim::corpus {

std::string golden_file(const std::string& root) { return root + "/tests/corpus/golden.txt"; }

std::vector<GoldenCase> golden_cases(const std::string& root) {
    std::vector<GoldenCase> cases;
    std::ifstream file(golden_file(root));
    for (GoldenCase one; file >> one.suite >> one.which >> one.hash;) cases.push_back(one);
    return cases;
}

std::string text_of(const Suites& suites, const std::string& suite, const std::string& which) {
    for (const Suite& one : suites) {
        if (one.name == suite) return one.text_of(which);
    }
    throw std::runtime_error(fmt::format("there is no suite \"{}\"", suite));
}

std::string hash_of_case(const Suites& suites, const GoldenCase& one) {
    try {
        return fmt::format("{:08x}", text_hash(text_of(suites, one.suite, one.which)));
    } catch (const std::exception& error) {
        throw std::runtime_error(fmt::format("{}: {}", one.name(), error.what()));
    }
}

}  // namespace rmasim::corpus
