// Checks when a rank's programs have ended: windows, epochs and requests that are still open.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/process.h"

namespace rmasim::sim {

// Does what Process::require_closed does, whose errors name the WIN_FREE at the end of MPI. The program has no such
// call, so the errors of this function name the end of the program.
inline void require_closed(const Process& process) {
    try {
        process.require_closed();
    } catch (const ErroneousProgram& error) {
        if (error.what_broke_it != name_of(Call::win_free)) throw;
        throw ErroneousProgram("the end of its program", error.rule);
    }
}

}  // namespace rmasim::sim
