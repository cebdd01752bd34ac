// Files with orders of steps, for `rmasim run --schedule`.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// Raises BadInput with a place that begins with the path.
std::vector<std::string> read_schedule(const std::string& path);
// `what` tells the reader what is special about this order: "3 messages", "deadlock: ...".
void write_schedule(const std::string& option, const std::string& path, const std::string& scenario,
                    const std::string& what, const std::vector<std::string>& steps);

}  // namespace rmasim::sim
