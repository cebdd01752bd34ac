// Programs that are running while they are simulated, one a rank: the other source of calls, in place of the
// Interpreter. Such a program runs until its next call, and the simulation lets it go on when that has returned:
//
//     program      ... | asks for a step                  goes on ... |
//     simulation       |   step: call, take   returned    step: go_on |
//
// For reports its thread has a Program, too, of one instruction: the call at hand, at `Thread::place`.
#pragma once

#include "protocol/base/world.h"
#include "sim/programs/thread.h"

namespace rmasim::sim {

enum class LiveStep : std::uint8_t {
    go_on,  // it has been let go on, and will ask for its next step
    call,   // it makes a call
    end,    // it has ended, as MPI_Finalize
};

class LivePrograms {
public:
    virtual ~LivePrograms() = default;

    // The thread's next step; with `go_on` the program runs from now on.
    virtual LiveStep step(Thread& thread) = 0;
    // The call of `LiveStep::call`.
    virtual CallRequest take(Thread& thread) = 0;
    // The call has returned, with `Thread::answer`. The next step is `go_on`.
    virtual void returned(Thread& thread) = 0;

    // `Program::places` of all ranks is going to be read: until then it may lack some.
    virtual void name_places() = 0;

    // The windows, and what the programs send from and receive into. `payloads` outlives it, and has the payloads.
    virtual Memory& memory(Memory& payloads) = 0;
    // With the members of windows.
    virtual const Communicators& communicators() const = 0;
};

}  // namespace rmasim::sim
