// Runs something that may end the process in a child process first.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace rmasim::sim {

// Nothing if `work` returned in the child; otherwise the text of the exception it threw, or the first line the child
// wrote to standard error before it ended. Nothing that `work` does is seen in this process. Raises std::system_error
// when no child can be made.
std::optional<std::string> complaint_in_child(const std::function<void()>& work);

}  // namespace rmasim::sim
