// Generates the page of the MPI functions that programs may use (FUNCTIONS.md) from the rows of rma_functions.inc.
#pragma once

#include <string>

namespace rmasim::sim {

std::string rma_functions_page();  // Markdown

}  // namespace rmasim::sim
