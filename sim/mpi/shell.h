// Programs that tell something about others, run by the shell.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// As one word of a command.
std::string quoted(const std::string& text);
// What the command prints.
std::vector<std::string> lines_of(const std::string& command);

}  // namespace rmasim::sim
