// Registers an operation from its call to its return, and checks MPI's rules for it.
#pragma once

#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"
#include "protocol/parts/epoch_errors.h"
#include "protocol/shm/window.h"

namespace rmasim::shm {

class ActiveOperation {
public:
    // Raises ErroneousProgram if no epoch is open (SHM-CREATE-2), or if another thread is inside FENCE on the window.
    ActiveOperation(Window& window, const Operation& operation) : window_(window) {
        if (window.fencing)
            throw ErroneousProgram(call_of(operation), "another thread is inside {} on the window", {Call::fence});
        if (!window.open) {
            refuse_without_access(call_of(operation), {Call::fence});
        }
        ++window.operations_now;
    }
    ~ActiveOperation() { --window_.operations_now; }
    ActiveOperation(const ActiveOperation&) = delete;
    ActiveOperation& operator=(const ActiveOperation&) = delete;

private:
    Window& window_;
};

}  // namespace rmasim::shm
