// The page that lists the findings about each mutant.
#pragma once

#include "tests/mutants/hunt.h"
#include "tests/mutants/mutants.h"

#include <string>
#include <string_view>
#include <vector>

namespace rmasim::mutants {

struct Row {
    Hunt explore;
    Hunt fuzz;
    Hunt sequences;
    bool caught() const { return explore.caught || fuzz.caught || sequences.caught; }
};

// Returns the page. `rows` are in the order of `all_mutants`. `clean` has the results of the hunt without any mutant.
std::string page(const Row& clean, const std::vector<Row>& rows);

// Returns the line of a mutant in the table.
std::string line(const Mutant& mutant, const Row& row);

// The contents of a line: the world, the number of random programs and the sequence that caught the mutant. A text is
// empty, and the number is 0, if the mutant was not caught in this way.
struct Recorded {
    std::string world;
    std::uint64_t fuzz_runs = 0;
    std::string sequence;
};
Recorded recorded(std::string_view line);

}  // namespace rmasim::mutants
