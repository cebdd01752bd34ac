// Who catches what, as a page.
#pragma once

#include "tests/mutants/hunt.h"

#include <string>
#include <vector>

namespace rmasim::mutants {

struct Row {
    Hunt explore;
    Hunt fuzz;
    bool caught() const { return explore.caught || fuzz.caught; }
};

// `rows` follow `all_mutants`; `clean` was hunted with none of them at work.
std::string page(const Row& clean, const std::vector<Row>& rows);

}  // namespace rmasim::mutants
