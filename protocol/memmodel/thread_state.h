// The state of a thread in the checker: its clock, and its active call.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/memmodel/counters.h"
#include "protocol/memmodel/epochs.h"
#include "protocol/memmodel/shadow/buffers.h"

#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace rmasim::memmodel {

inline std::size_t at(Rank rank) { return static_cast<std::size_t>(rank); }

// The messages with the same source, target, tag and communicator. Receives match them in the order of sending.
using Route = std::tuple<Rank, Rank, std::uint32_t, WindowId>;  // source, target, tag, communicator

// The begin of the call that receives the message of a synchronous send. The moment does not exist before the receive.
using Receipt = Moment;

// A nonblocking collective call: the n-th barrier or the n-th other call of the communicator.
struct CollectiveRound {
    WindowId comm = no_window;
    bool is_barrier = false;
    std::uint64_t number = 0;
    bool acquires_clock = false;             // the call receives data, or is a barrier
    std::optional<Neighbours> neighbours{};  // a call on neighbours
    std::uint32_t persistent = 0;            // CallRequest::number; `number` then counts the starts
};

// The effects of a request's completion: accesses to the buffers and reads at the target end, and the receiver is
// ordered after the send of a received message, or after the calls of the senders of a collective call.
struct Requested {
    SpanRef buffers{}, reads{};
    FoundRef found{};
    GrantedRef granted{};
    NeededRef needed{};
    std::optional<std::uint32_t> receive{};  // IRECV: the number of the receive in its process
    std::shared_ptr<Receipt> receipt{};      // ISSEND
    std::optional<CollectiveRound> collective{};
};

// The state of a thread.
struct ThreadState {
    Clock clock;
    bool ended = false;
    SpanRef now{};  // span of the thread's loads and stores since its last moment
    struct Wrote {
        std::uint32_t location = 0;
        Tick tick = 0;
    };
    Wrote wrote{};  // used for predictions: the statement of the thread's last store or operation, and its tick

    // The number of operations that the thread called with the clock `known` and that have not reached their target.
    struct Late {
        Knowledge known;
        std::size_t operations = 0;
    };
    std::vector<Late> late{};

    // The active call.
    Origin began{};
    Call call = Call::none;
    WindowId window = 0;
    CollectiveRound collective{};  // BARRIER and other collective calls
    Rank target = no_rank;
    Assert asserts = Assert::none;
    LockType lock_type = LockType::shared;
    std::vector<RequestId> requests{};
    Buffer result{};
    Requested made{};                     // by an r-form, ISEND, IRECV
    std::shared_ptr<Receipt> receipt{};   // SSEND
    Moment posted{};                      // receives: the moment of their begin
    const CallAnswer* answer = nullptr;   // receives: Checker::began
    Moment resumes{};                     // FENCE: the moment of its return
    std::vector<Reported> reported{};     // persistent requests
    std::vector<FoundRef> finds{};        // values that the call has fetched when it returns
    std::vector<NeededRef> all_needed{};  // writes that the thread needs when the call returns
    std::vector<GrantedRef> brought{};    // FLUSH_LOCAL: the locks whose results are available when it returns
    std::shared_ptr<GroupChanges::Change> change{};  // WIN_CHANGE_COMM
    bool inside = false;
};

}  // namespace rmasim::memmodel
