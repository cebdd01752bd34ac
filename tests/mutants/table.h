// The page that lists what catches each mutant.
#pragma once

#include "tests/mutants/hunt.h"

#include <string>
#include <vector>

namespace rmasim::mutants {

struct Row {
    Hunt explore;
    Hunt fuzz;
    Hunt sequences;
    bool caught() const { return explore.caught || fuzz.caught || sequences.caught; }
};

// `rows` are in the order of `all_mutants`; `clean` is the hunt without any mutant.
std::string page(const Row& clean, const std::vector<Row>& rows);

}  // namespace rmasim::mutants
