// The arguments of this process.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// Includes the name of the program, which is the first argument.
std::vector<std::string> own_arguments();

}  // namespace rmasim::sim
