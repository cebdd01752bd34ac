// The state of a window in one process, from its creation to its freeing. Most windows exist from the start of the run.
// A window that its program creates by a call exists from WIN_CREATE to WIN_FREE, and can be created again:
//
//     absent --WIN_CREATE--> creating --all called it--> present --WIN_FREE--> freeing --all called it--> freed
//                               ^                                                                          |
//                               +------------------------------- WIN_CREATE -------------------------------+
//
// WIN_CREATE and WIN_FREE are collective over the window's group. Each of these calls is one instance of a barrier of
// the window's group. The barrier continues to exist after WIN_FREE. If the window is created again, the barrier's
// counters distinguish packets of the earlier and the later window.
//
//  - WIN_CREATE returns when all members have called it: an operation may then go to any member. Sizes and units are
//    not exchanged, because they would take memory for each member.
//  - WIN_FREE returns when all members have called it. All packets of earlier instances of the barrier have then
//    arrived, because the barrier counts the packets of each round. This includes the packets of a fence for which no
//    call waited.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/task.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/parts/collectives/barrier.h"

namespace rmasim {

// The state of a window: absent, creating, present, freeing or freed.
class WindowLife {
public:
    explicit WindowLife(bool from_the_start) : state_(from_the_start ? State::present : State::absent) {}

    bool present() const { return state_ == State::present; }
    // Throws ProtocolError if the window must not be removed, because its WIN_FREE has not returned.
    void require_over() const {
        if (state_ == State::absent || state_ == State::freed) return;
        throw ProtocolError("a window is removed before its win_free has returned");
    }
    // Throws ErroneousProgram, with the name of `call`, if the window does not exist; for WIN_CREATE, if it exists.
    void require_fit(Call call) const;

    // The objects of the process that WIN_CREATE and WIN_FREE use. The objects must outlive the calls.
    struct Surroundings {
        const World& world;
        WaitList& waits;
        WindowId window;
        Barrier& barrier;
        const RankGroup* group = nullptr;  // of the barrier's communicator ranks; null if the barrier counts in ranks
    };
    // Execute WIN_CREATE and WIN_FREE. The family must call `require_fit` before `create` and before `free`. Before
    // `create`, the family resets its own state of the window. Before `free`, the family checks that no epoch is open.
    Task<> create(Surroundings around);
    Task<> free(Surroundings around);
    // Returns a task that throws the error of `require_fit`, for a call on a window that does not exist. All errors of
    // the program are thrown from tasks.
    Task<> refuse(Call call) const;

private:
    enum class State : std::uint8_t { absent, creating, present, freeing, freed } state_;
};

}  // namespace rmasim
