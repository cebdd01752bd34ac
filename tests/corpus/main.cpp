// corpus_tests [PART OF]: compares the output of each case with the hash in the golden file. Of the cases it runs each
// OF-th, from PART on.
//
//
//    corpus_tests --bless           pins the present outputs of the cases
//    corpus_tests --show CASE       prints the whole output of a case: "random/newrma 17"
#include "tests/corpus/golden.h"

#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace rmasim::corpus;

void bless(const Suites& suites) {
    if (std::getenv("CI") != nullptr) throw std::runtime_error("the corpus is not blessed in CI");
    const std::vector<GoldenCase> cases = golden_cases(RMASIM_ROOT);
    std::string all;
    for (const GoldenCase& one : cases) {
        all += fmt::format("{} {}\n", one.name(), hash_of_case(suites, one));
    }
    std::ofstream(golden_file(RMASIM_ROOT)) << all;
}

int show(const Suites& suites, const std::string& name) {
    const std::size_t blank = name.find(' ');
    fmt::print("{}", text_of(suites, name.substr(0, blank), name.substr(blank + 1)));
    return 0;
}

int check(const Suites& suites, std::size_t part, std::size_t of) {
    const std::vector<GoldenCase> cases = golden_cases(RMASIM_ROOT);
    std::size_t checked = 0;
    std::string first;
    std::size_t moved = 0;
    for (std::size_t i = part; i < cases.size(); i += of, ++checked) {
        const GoldenCase& one = cases[i];
        if (one.hash == hash_of_case(suites, one)) continue;
        if (moved++ == 0) first = one.name();
        if (moved <= 20) fmt::print("moved: {}\n", one.name());
    }
    if (moved == 0) {
        fmt::print("{} cases say what they said\n", checked);
        return checked == 0 ? 1 : 0;
    }
    fmt::print(
        "\n{} of {} cases changed. To see what: print the first here and with a build of the commit before, and "
        "compare:\n\n    corpus_tests --show \"{}\"\n\nIf it is meant: corpus_tests --bless.\n",
        moved, checked, first);
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Suites all = suites(RMASIM_ROOT);
        const std::string first = argc > 1 ? argv[1] : "";
        if (first == "--bless") return bless(all), 0;
        if (first == "--show" && argc == 3) return show(all, argv[2]);
        return argc == 3 ? check(all, std::stoul(first), std::stoul(argv[2])) : check(all, 0, 1);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
