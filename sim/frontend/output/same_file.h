// A check that outputs do not overwrite an input or each other.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// A file, and its name in error messages: `what` is "--trace" or "the scenario".
struct NamedFile {
    std::string what;
    std::string path;
};

// Raises BadInput if an output is also an input, another output, or the file of standard output or standard error. The
// function compares the files themselves, not their names. It ignores empty paths. Devices may occur several times.
void refuse_overwriting(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// The path after all symbolic links are followed. The file may be absent.
std::string target_of(const std::string& path);

}  // namespace rmasim::sim
