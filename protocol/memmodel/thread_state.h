// A thread: its clock, and the call that it is inside of.
#pragma once

#include "protocol/memmodel/checker.h"

namespace rmasim::memmodel {

inline std::size_t at(Rank rank) { return static_cast<std::size_t>(rank); }

struct Checker::ThreadState {
    Clock clock;
    bool ended = false;
    SpanRef now{};  // of its loads and stores since its last point in time

    // Its operations that have not reached their target, by what it knew when it called them.
    struct Late {
        Knowledge known;
        std::size_t operations = 0;
    };
    std::vector<Late> late{};

    // The call under way.
    Call call = Call::none;
    WindowId window = 0;
    WindowId comm = no_window;  // BARRIER and other collective calls
    bool acquires_clock = false;        // collective calls: what those did whose data come
    Rank target = no_rank;
    Assert asserts = Assert::none;
    LockType lock_type = LockType::shared;
    Group group{};
    std::vector<RequestId> requests{};
    Message message{};
    Buffer result{};
    Requested made{};                       // by an r-form, ISEND, IRECV
    Receive receive{};                      // RECV
    Moment resumes{};                       // FENCE: its return
    std::vector<Reported> reported{};       // persistent requests
    std::vector<FoundRef> finds{};          // with its return
    std::vector<GrantedRef> brought{};      // FLUSH_LOCAL: the locks whose results are there with its return
    std::shared_ptr<GroupChange> change{};  // WIN_CHANGE_COMM
    bool inside = false;
    std::uint32_t place = 0;  // where the call is
};

}  // namespace rmasim::memmodel
