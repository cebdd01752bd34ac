// The version of this program, with its commit, its compiler and its libraries.
#pragma once

#include <string>

namespace rmasim::sim {

// The output of --version: several lines. The first line is only the version, "0.3.0".
std::string version_text();

}  // namespace rmasim::sim
