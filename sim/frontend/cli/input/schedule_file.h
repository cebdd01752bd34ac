// Schedule files, for `rmasim run --schedule`. A schedule is an order of steps.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// The steps in a file. Raises BadInput with a location that begins with the path.
std::vector<std::string> read_schedule(const std::string& path);
// Writes a schedule file. `option` is the option that requires the file, for errors. `what` describes the order for the
// user: "3 messages", "deadlock: ...".
void write_schedule(const std::string& option, const std::string& path, const std::string& scenario,
                    const std::string& what, const std::vector<std::string>& steps);

}  // namespace rmasim::sim
