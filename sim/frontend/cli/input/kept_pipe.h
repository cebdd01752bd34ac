// Input from pipes, such as /dev/stdin or the /dev/fd/63 of a shell's <(...). A pipe can be read once, but a command
// may have to read its input again: to find the line of an error, or in another program of rmasim.
#pragma once

#include <string>

namespace rmasim::sim {

// Replaces a pipe by a file in memory with the same contents, under the same path. Does nothing for other paths,
// including the path of a FIFO in a folder.
void keep_pipe(const std::string& path);

}  // namespace rmasim::sim
