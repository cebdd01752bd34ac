// The program's own shared libraries that need SimGrid's: they would find SMPI's functions there. So they are loaded
// from changed copies, before the program, whose copies then find their functions in the process. As with SMPI, all
// ranks share a library's global variables.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// The program, and the libraries that it needs which are none of the system's.
std::vector<std::string> own_files_of(const std::string& program);

// Copies go to `folder`. Raises BadInput about a library that cannot be loaded.
void load_libraries_of(const std::string& program, const std::string& folder);

}  // namespace rmasim::sim
