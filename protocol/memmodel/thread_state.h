// The state of a thread in the checker: its clock, and its active call.
#pragma once

#include "protocol/memmodel/checker.h"

namespace rmasim::memmodel {

inline std::size_t at(Rank rank) { return static_cast<std::size_t>(rank); }

// The state of a thread.
struct Checker::ThreadState {
    Clock clock;
    bool ended = false;
    SpanRef now{};  // span of the thread's loads and stores since its last moment
    struct Stored {
        std::uint32_t location = 0;
        Tick tick = 0;
    };
    Stored stored_by{};  // used for predictions: the statement of the thread's last store, and its tick

    // The number of operations that the thread called with the clock `known` and that have not reached their target.
    struct Late {
        Knowledge known;
        std::size_t operations = 0;
    };
    std::vector<Late> late{};

    // The active call.
    Call call = Call::none;
    WindowId window = 0;
    WindowId comm = no_window;  // BARRIER and other collective calls
    // True in a collective call that receives data. Its return is ordered after the calls of the senders.
    bool acquires_clock = false;
    Rank target = no_rank;
    Assert asserts = Assert::none;
    LockType lock_type = LockType::shared;
    Group group{};
    std::vector<RequestId> requests{};
    Message message{};
    Buffer result{};
    Requested made{};                     // by an r-form, ISEND, IRECV
    Receive receive{};                    // RECV
    Moment resumes{};                     // FENCE: the moment of its return
    std::vector<Reported> reported{};     // persistent requests
    std::vector<FoundRef> finds{};        // values that the call has fetched when it returns
    std::vector<NeededRef> all_needed{};  // writes that the thread needs when the call returns
    std::vector<GrantedRef> brought{};    // FLUSH_LOCAL: the locks whose results are available when it returns
    std::shared_ptr<GroupChanges::Change> change{};  // WIN_CHANGE_COMM
    bool inside = false;
    std::uint32_t location = 0;  // location of the call in the program
};

}  // namespace rmasim::memmodel
