// Commands that users can paste into a shell.
#pragma once

#include "sim/frontend/cli/load.h"

#include <string>

namespace rmasim::sim {

// A text as one word of a POSIX shell, in single quotes if necessary.
std::string shell_word(const std::string& text);
// A command: "rmasim run FILE --variant ... --patch ... --set ...". The program has the name by which the user called
// it. `semantics` and `propagation` may be empty.
std::string shell_command(const std::string& verb, const std::string& file, const Changes& changes,
                          const std::string& semantics, const std::string& propagation);

// Stores the name by which the user called the program, unless the parent process (the launcher, or a Python
// subcommand) has stored it already.
void note_command(const char* called_as);

}  // namespace rmasim::sim
