// Executes code in a child process that may end the process.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace rmasim::sim {

// Runs `work` in a child process. Returns nothing if `work` returned. Otherwise returns the text of the exception that
// it threw, or the first line that the child wrote to standard error before it exited. Effects of `work` are not
// visible in this process. Raises std::system_error if no child process can be created.
std::optional<std::string> complaint_in_child(const std::function<void()>& work);

}  // namespace rmasim::sim
