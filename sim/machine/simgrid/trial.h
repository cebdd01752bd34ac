// Executes code in a child process, because the code may end its process.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace rmasim::sim {

// Runs `work` in a child process. Returns nullopt if `work` returned. Returns the text of the exception if `work` threw
// one. If the child exited, returns the first line that the child wrote to standard error. Effects of `work` are not
// visible in this process. Raises std::system_error if no child process can be created.
std::optional<std::string> complaint_in_child(const std::function<void()>& work);

}  // namespace rmasim::sim
