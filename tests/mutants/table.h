// Who catches what, as a page.
#pragma once

#include "tests/mutants/hunt.h"
#include "tests/mutants/mutants.h"

namespace rmasim::mutants {

struct Row {
    std::optional<Catch> explore;
    std::optional<Catch> fuzz;
};

}  // namespace rmasim::mutants
