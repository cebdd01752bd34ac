// What is still open when a rank's programs have ended.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/process.h"

namespace rmasim::sim {

// As Process::require_closed, which speaks of the WIN_FREE that MPI makes of its end: the program has none of it.
inline void require_closed(const Process& process) {
    try {
        process.require_closed();
    } catch (const ErroneousProgram& error) {
        if (error.what_broke_it != name_of(Call::win_free)) throw;
        throw ErroneousProgram("the end of its program", error.rule);
    }
}

}  // namespace rmasim::sim
