// Refuses outputs that would overwrite an input, or each other.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// `what` says how errors name it: "--trace", "the scenario".
struct NamedFile {
    std::string what;
    std::string path;
};

// Raises BadInput if an output is also an input, another output, or the file that standard output or standard error is
// written to, by whatever name. Empty paths are ignored. Devices may be named several times.
void refuse_overwriting(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// The path at the end of all symbolic links; the file need not exist.
std::string target_of(const std::string& path);

}  // namespace rmasim::sim
