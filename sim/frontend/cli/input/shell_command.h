// Commands that users can paste into a shell.
#pragma once

#include "sim/frontend/cli/input/load.h"

#include <string>

namespace rmasim::sim {

// A text as one word of a POSIX shell, in single quotes if necessary.
std::string shell_word(const std::string& text);
// The command "rmasim run FILE --variant ... --patch ... --set ...". Its first word is the name by which the user
// called the program. `semantics` and `propagation` may be empty.
std::string shell_command(const std::string& verb, const std::string& file, const Changes& changes,
                          const std::string& semantics, const std::string& propagation);

// Stores the name by which the user called the program. Does nothing if the parent process has stored the name. The
// parent process may be the launcher or a Python subcommand.
void note_command(const char* called_as);

}  // namespace rmasim::sim
