// The events of a program outside of its MPI calls. The code that observes the program reports these events: the
// replacements for library functions, and the hooks of `rmasim cc --watch`. The interface does not depend on SMPI.
#pragma once

#include "sim/mpi/debug/caller.h"
#include "sim/programs/live_programs.h"

#include <cstdint>

namespace rmasim::sim {

// The kinds of polls. A poll is a call or a load that a thread repeats while it waits for an event.
enum class PollKind : std::uint8_t {
    test,   // a test for an event that has not happened, such as MPI_Test
    sleep,  // a sleep, or a wait that ends at a given time
    clock,  // a call that returns the time
    load,   // a volatile load of a window, or an atomic load
};

class ProgramEvents {
public:
    virtual ~ProgramEvents() = default;

    // Must be called after each poll of the running thread. The function may let virtual time pass. It ends the run,
    // and does not return, if a limit of polling is reached.
    virtual void polled(const Caller& caller, PollKind kind) = 0;
    // Must be called if an event has happened that may end the polling of a thread.
    virtual void progressed() = 0;
    // Must be called when a function of a library loads or stores bytes for the running thread. The call of this
    // function returns to `returns_to`.
    virtual void accesses(const void* returns_to, const ByteRun& bytes, bool stores) = 0;
    // Must be called before the running thread frees memory. Reports an error if an operation or a request that is not
    // complete uses these bytes.
    virtual void frees(const Caller& caller, const ByteRun& bytes) = 0;
    // Must be called before a function of the running thread returns, if the mark of its return address says so
    // (watched_memory.h). `slot` is the address of the return address.
    virtual void returns(const Caller& caller, std::uint64_t slot) = 0;
};

// Returns the receiver of the events. Returns null if no thread of a program is running, or if its rank has not called
// MPI_Init.
ProgramEvents* program_events();

}  // namespace rmasim::sim
