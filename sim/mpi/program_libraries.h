// Loads the program's own shared libraries that need SimGrid's library. Unchanged, they would use SMPI's MPI functions.
// Therefore changed copies are loaded before the program, and the program's copies use these. As with SMPI alone, all
// ranks share a library's global variables.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// Returns the program and the libraries that it needs, without those of the system.
std::vector<std::string> own_files_of(const std::string& program);

// Loads the libraries. Their copies are written to `folder`. Raises BadInput for a library that cannot be loaded.
void load_libraries_of(const std::string& program, const std::string& folder);

}  // namespace rmasim::sim
