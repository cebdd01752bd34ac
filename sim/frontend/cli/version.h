// What this program is, and what it was built from and with.
#pragma once

#include <string>

namespace rmasim::sim {

// Several lines, the first of which is the version alone: "0.2.0".
std::string version_text();

}  // namespace rmasim::sim
