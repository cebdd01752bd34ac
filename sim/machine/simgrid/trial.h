// Tries out in a child process what might end the process.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace rmasim::sim {

// Returns nothing if `work` returned in the child; otherwise the text of the exception it threw, or the first line that
// the child wrote to standard error before it ended. Effects of `work` are not visible in this process. Raises
// std::system_error if no child process can be made.
std::optional<std::string> complaint_in_child(const std::function<void()>& work);

}  // namespace rmasim::sim
