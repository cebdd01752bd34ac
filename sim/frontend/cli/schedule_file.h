// Schedule files: orders of steps for `rmasim run --schedule`.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// Reads the steps of a file. Raises BadInput with a location that begins with the path.
std::vector<std::string> read_schedule(const std::string& path);
// Writes a file. `option`: the option that requires it, for errors. `what` describes the order for the user: "3
// messages", "deadlock: ...".
void write_schedule(const std::string& option, const std::string& path, const std::string& scenario,
                    const std::string& what, const std::vector<std::string>& steps);

}  // namespace rmasim::sim
