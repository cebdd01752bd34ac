// An MPI call with its arguments, and its result. The caller (a simulated program, a test, an MPI front-end) fills in
// the arguments that the call's row in call_table.h names and leaves the others at their defaults.
#pragma once

#include "protocol/base/operation.h"

#include <memory>
#include <vector>

namespace rmasim {

// MPI_SEND or MPI_RECV.
struct Message {
    Rank peer = no_rank;  // of all processes, whatever the communicator
    std::uint32_t tag = 0;
    Datatype datatype = Datatype::byte;
    WindowId comm = no_window;
    std::uint32_t count = 0;  // RECV: at least the count of the message
    OriginBuffer buffer;
    // Datatype MPI_HANDLE_SYNC: the handle sent, or `any_handle` for the one received. 0: the message is data.
    std::uint64_t handle = 0;
};
inline constexpr std::uint64_t any_handle = ~std::uint64_t{0};

// The operations whose completion a request of MPI_WIN_SYNC_OPS_INIT waits for.
enum class SyncModes : std::uint8_t { none = 0, put = 1, get = 2, accumulate = 4 };
constexpr SyncModes operator|(SyncModes a, SyncModes b) {
    return static_cast<SyncModes>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool has(SyncModes set, SyncModes one) {
    return (static_cast<unsigned>(set) & static_cast<unsigned>(one)) != 0;
}

// What only calls on requests, on synchronisation counters and on dynamic windows need.
struct RequestArguments {
    // Where the program keeps each of `CallRequest::requests`, or the handles of counters: calls write there what the
    // program shall find, such as MPI_REQUEST_NULL. Empty: nothing is written.
    std::vector<OriginBuffer> names{};
    std::vector<std::uint64_t> handles{};  // of counters to be freed
    std::uint64_t handle = 0;              // of the counter of an INIT
    std::int64_t count = 0;                // WIN_ALLOC_SYNC_OBJECTS: of counters; WIN_SYNC_OBJECT_INIT: of signals
    SyncModes modes = SyncModes::none;
    bool restart = false;
    Rank new_size = 0;               // WIN_CHANGE_COMM; the peer is the call's target
    OriginBuffer memory{};           // WIN_ATTACH, WIN_DETACH: its first byte, ...
    std::uint64_t memory_bytes = 0;  // ... and how many WIN_ATTACH attaches
};

struct CallRequest {
    Call call = Call::none;
    WindowId window = 0;  // for operations the same as in `operation`
    Rank target = no_rank;
    LockType lock_type = LockType::shared;
    Assert asserts = Assert::none;
    WindowId comm = no_window;  // barrier, collectives; of a message the same as in `message`
    Operation operation{};      // operations; of collectives `reduce`, and `result`, where what comes goes
    Message message{};  // send, recv; of collectives the data sent, to or from `peer`, the root, if there is one
    Group group{};      // post, start
    std::vector<RequestId> requests{};               // request_wait: completed in this order; request_test: exactly one
    std::shared_ptr<const RequestArguments> more{};  // null: all at their defaults
};

struct CallAnswer {
    RequestId request = no_request;  // r-forms: set as soon as the call begins
    // WAITANY, TESTANY: the place of the completed request; WAITSOME, TESTSOME: how many are complete. -1: none is
    // active (TESTANY: or none complete).
    std::int32_t index = -1;
    std::unique_ptr<std::vector<std::int32_t>> places{};  // WAITSOME, TESTSOME: of those, ascending; null: none
    bool done = false;                                    // tests: the tested condition holds
};

}  // namespace rmasim
