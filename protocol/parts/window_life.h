// The life of a window at one process. Most windows exist from the start. A window that its program creates by a call
// exists from WIN_CREATE to WIN_FREE, as often as the program likes:
//
//     absent --WIN_CREATE--> creating --all are there--> present --WIN_FREE--> freeing --all are there--> freed
//                               ^                                                                           |
//                               +------------------------------- WIN_CREATE --------------------------------+
//
// All processes of the window take part in both calls, each of which is one more instance of the window's own barrier.
// The barrier outlives the window, so its counters tell one life from the next:
//
//  - WIN_CREATE returns when all have called it: an operation may then go to any of them. Sizes and units are not
//    exchanged, because keeping them would take memory for each process.
//  - WIN_FREE returns when all have called it. All packets of earlier barriers, such as those of a fence that nobody
//    has waited for, have then arrived as well: the barrier counts them in their rounds.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/task.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/parts/barrier.h"

namespace rmasim {

class WindowLife {
public:
    explicit WindowLife(bool from_the_start) : state_(from_the_start ? State::present : State::absent) {}

    bool present() const { return state_ == State::present; }
    // Before a window that came while the program ran goes.
    void require_over() const {
        if (state_ == State::absent || state_ == State::freed) return;
        throw ProtocolError("a window goes whose win_free has not returned");
    }
    // Raises ErroneousProgram, naming `call`, if the window does not exist; for WIN_CREATE, if it does.
    void require_fit(Call call) const;

    // What the two calls need of the window's process. All of it outlives them.
    struct Surroundings {
        const World& world;
        WaitList& waits;
        WindowId window;
        Barrier& barrier;
        const RankGroup* group = nullptr;  // in whose places it counts; null for ranks
    };
    // WIN_CREATE and WIN_FREE. The family has called `require_fit`; before the one it has reset the state of its own,
    // before the other it has checked that no epoch is open.
    Task<> create(Surroundings around);
    Task<> free(Surroundings around);
    // A call on a window that does not exist: the error comes out of a task, like any misuse of MPI.
    Task<> refuse(Call call) const;

private:
    enum class State : std::uint8_t { absent, creating, present, freeing, freed } state_;
};

}  // namespace rmasim
