// Checks at the end of a rank's programs that no window, epoch or request is open.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/process.h"

namespace rmasim::sim {

// Calls Process::require_closed, which raises ErroneousProgram if a window, an epoch or a request is open. The errors
// of require_closed name a WIN_FREE at the end of the program. The program has no such call, so this function changes
// the error: it then names the end of the program.
inline void require_closed(const Process& process) {
    try {
        process.require_closed();
    } catch (const ErroneousProgram& error) {
        if (error.what_broke_it != name_of(Call::win_free)) throw;
        throw error.at("the end of its program");
    }
}

}  // namespace rmasim::sim
