// RMASIM_MUTANT, a position in mutants.json from 1, selects a mutant before rmasim_mpi_mutants begins.
#include "tests/mutants/mutants.h"

#include <cstdlib>

namespace {

const bool selected = [] {
    const char* const number = std::getenv("RMASIM_MUTANT");
    rmasim::mutants::on = number != nullptr ? std::atoi(number) : 0;
    return true;
}();

}  // namespace
