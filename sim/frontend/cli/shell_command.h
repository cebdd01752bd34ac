// Commands for users to paste into a shell.
#pragma once

#include "sim/frontend/cli/load.h"

#include <string>

namespace rmasim::sim {

// As one word of a POSIX shell: as it is, or in single quotes.
std::string shell_word(const std::string& text);
// "rmasim run FILE --variant ... --patch ... --set ...", with the program as the user calls it. `semantics` and
// `propagation` may be empty.
std::string shell_command(const std::string& verb, const std::string& file, const Changes& changes,
                          const std::string& semantics, const std::string& propagation);

// Notes how the user calls the program, unless whoever started this process has: the launcher, or a Python subcommand.
void note_command(const char* called_as);

}  // namespace rmasim::sim
