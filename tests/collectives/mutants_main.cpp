// collectives_mutants: tests that the comparison of schedules with MPI's definitions and the formulas of the page finds
// each mutant of mutants.json, and finds nothing without a mutant. Otherwise the exit code is 1.
#include "tests/collectives/cases.h"
#include "tests/mutants/mutants.h"

#include <cstdio>

namespace {

// Returns the first error, with the smallest number of processes that shows one; empty if there is none.
std::string first_caught() {
    for (rmasim::Rank size = 1; size <= 9; ++size) {
        if (const std::string wrong = rmasim::schedules::wrong_anywhere(size); !wrong.empty()) return wrong;
    }
    return "";
}

}  // namespace

int main() {
    const std::string unmutated = first_caught();
    if (!unmutated.empty()) std::printf("without a mutant: %s\n", unmutated.c_str());
    int escaped = unmutated.empty() ? 0 : 1;
    for (std::size_t i = 0; i < rmasim::mutants::all_mutants.size(); ++i) {
        const rmasim::mutants::Awake awake(static_cast<int>(i) + 1);
        const std::string caught = first_caught();
        std::printf("%-30s %s\n", rmasim::mutants::all_mutants[i].name.c_str(),
                    caught.empty() ? "NOT CAUGHT" : caught.c_str());
        escaped += caught.empty();
    }
    return escaped == 0 ? 0 : 1;
}
