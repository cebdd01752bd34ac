// Functions that load the program's own shared libraries that need SimGrid's library. Without a change, these libraries
// would call SMPI's MPI functions instead of the simulator's. So changed copies of the libraries are loaded before the
// program, and the program's copies use them. As with SMPI alone, all ranks share a library's global variables.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// Returns the files of the program and of the libraries that it needs. Libraries of the system are left out.
std::vector<std::string> own_files_of(const std::string& program);

// Loads the libraries. Their copies are written to `folder`. Raises BadInput for a library that cannot be loaded.
void load_libraries_of(const std::string& program, const std::string& folder);

}  // namespace rmasim::sim
