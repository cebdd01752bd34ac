// A check for outputs that would overwrite an input, or each other.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// A file and its name in errors, `what`: "--trace", "the scenario".
struct NamedFile {
    std::string what;
    std::string path;
};

// Raises BadInput if an output is also an input, another output, or the file of standard output or standard error.
// Files are compared by identity, not by name. Empty paths are ignored. Devices may occur several times.
void refuse_overwriting(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// The path at the end of all symbolic links; the file need not exist.
std::string target_of(const std::string& path);

}  // namespace rmasim::sim
