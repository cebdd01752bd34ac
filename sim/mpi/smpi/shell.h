// Functions that run commands of the shell and read their output.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// Returns the text quoted as one word of a shell command.
std::string quoted(const std::string& text);
// Returns the lines that the command prints on standard output.
std::vector<std::string> lines_of(const std::string& command);

}  // namespace rmasim::sim
