// The links of reports to the pages of rules.
#pragma once

#include <string>

namespace rmasim::sim {

// Returns the link to a section of a page: "see sim/checkers/usage/RULES.md#left_open". `page` is a path in the source
// tree. If the page is installed with the program, the link has the path of the installed page.
std::string link_to(const std::string& page);

}  // namespace rmasim::sim
