// An operation from its call to its return; checks the rules of MPI.
#pragma once

#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"
#include "protocol/shm/window.h"

namespace rmasim::shm {

class OperationUnderWay {
public:
    // Raises ErroneousProgram if no epoch is open (SHM-CREATE-2), or if another thread is closing it.
    OperationUnderWay(Window& window, const Operation& operation) : window_(window) {
        if (window.fencing) throw ErroneousProgram(call_of(operation), "another thread is inside fence on the window");
        if (!window.open) {
            throw ErroneousProgram(call_of(operation), "no access epoch is open on the window; open one with fence");
        }
        ++window.operations_now;
    }
    ~OperationUnderWay() { --window_.operations_now; }
    OperationUnderWay(const OperationUnderWay&) = delete;
    OperationUnderWay& operator=(const OperationUnderWay&) = delete;

private:
    Window& window_;
};

}  // namespace rmasim::shm
