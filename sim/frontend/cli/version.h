// The version of this program, and its commit, compiler and libraries.
#pragma once

#include <string>

namespace rmasim::sim {

// The output of --version. It has several lines. The first line is only the version: "0.3.0".
std::string version_text();

}  // namespace rmasim::sim
