// Orders of steps as files that `rmasim run --schedule` plays.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// Raises BadInput, its place headed by the path.
std::vector<std::string> read_schedule(const std::string& path);
// `what`: for the reader, why this order is worth keeping.
void write_schedule(const std::string& option, const std::string& path, const std::string& scenario,
                    const std::string& what, const std::vector<std::string>& steps);

}  // namespace rmasim::sim
