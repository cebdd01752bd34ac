// An MPI call with its arguments, and its result. The caller (a simulated program, a test, an MPI front-end) sets the
// arguments that the call's row in call_table.h names. All other arguments keep their defaults.
#pragma once

#include "protocol/base/group.h"
#include "protocol/base/operation.h"
#include "protocol/base/packet.h"

#include <memory>
#include <vector>

namespace rmasim {

// Wildcards of receives: MPI_ANY_SOURCE and MPI_ANY_TAG. Tags of messages are smaller.
inline constexpr Rank any_source = -2;
inline constexpr std::uint32_t any_tag = UINT32_MAX;

// The arguments of MPI_SEND or MPI_RECV.
struct Message {
    Rank peer = no_rank;    // rank in MPI_COMM_WORLD, whatever `comm` is; receives: may be any_source
    std::uint32_t tag = 0;  // receives: may be any_tag
    Datatype datatype = Datatype::byte;
    WindowId comm = no_window;
    std::uint32_t count = 0;  // RECV: number of elements for which the buffer has room
    OriginBuffer buffer;
    // Only for a sender of datatype handle_sync: the handles as they are sent, instead of the contents of `buffer`. The
    // process creates them from RequestArguments::handles when the call begins. The message owns them.
    Payload handles{};
};

// The message that a receive has matched, as in MPI_Status.
struct MessageStatus {
    Rank source = no_rank;  // rank in MPI_COMM_WORLD; no_rank: none has matched
    std::uint32_t tag = any_tag;
    std::uint32_t count = 0;  // number of elements that were sent
    Datatype datatype = Datatype::byte;
};

// Kinds of operations. A persistent request of MPI_WIN_SYNC_OPS_INIT (family synccount) waits for the completion of
// operations of these kinds.
enum class SyncModes : std::uint8_t { none = 0, put = 1, get = 2, accumulate = 4 };
constexpr SyncModes operator|(SyncModes a, SyncModes b) {
    return static_cast<SyncModes>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool has(SyncModes set, SyncModes one) {
    return (static_cast<unsigned>(set) & static_cast<unsigned>(one)) != 0;
}

// Arguments that few calls have: calls on persistent requests, on synchronisation counters and on dynamic windows.
struct RequestArguments {
    // The program's variables that hold the requests of `CallRequest::requests`, or the handles of counters. The call
    // writes new values into these variables, such as MPI_REQUEST_NULL. If this list is empty, the call writes nothing.
    std::vector<OriginBuffer> names{};
    // The counters that WIN_FREE_SYNC_OBJECTS frees, or the handles that a message or collective call of datatype
    // handle_sync sends.
    std::vector<std::uint64_t> handles{};
    std::uint64_t handle = 0;  // WIN_SYNC_OPS_INIT, WIN_SYNC_OBJECT_INIT: the counter of the request
    // WIN_ALLOC_SYNC_OBJECTS: the number of counters. WIN_SYNC_OBJECT_INIT: the number of signals.
    std::int64_t count = 0;
    SyncModes modes = SyncModes::none;
    bool restart = false;
    // WIN_CHANGE_COMM: after the call, the first `new_size` ranks of `new_group` have the window. If `new_group` is
    // null, these are ranks of the group that the window had at the start. The peer is in CallRequest::target.
    Rank new_size = 0;
    const RankGroup* new_group = nullptr;
    OriginBuffer memory{};           // WIN_ATTACH, WIN_DETACH: the first byte of the memory
    std::uint64_t memory_bytes = 0;  // WIN_ATTACH: size of the memory
};

// An MPI call with its arguments.
struct CallRequest {
    Call call = Call::none;
    WindowId window = 0;  // operations: equal to `operation.window`
    Rank target = no_rank;
    LockType lock_type = LockType::shared;
    Assert asserts = Assert::none;
    WindowId comm = no_window;          // of a barrier or collective; for a message, the same as `message.comm`
    Operation operation{};              // operations; collectives use `reduce`, and `result` for received data
    Message message{};                  // send, recv; collectives: the data sent; `peer` is the root, if there is one
    Group group{};                      // post, start
    std::vector<RequestId> requests{};  // request_wait: completed in this order; request_test: exactly one
    std::shared_ptr<const RequestArguments> more{};  // null if all these arguments have their defaults
};

// The result of an MPI call.
struct CallAnswer {
    RequestId request = no_request;  // r-forms: set when the call begins
    // The result of WAITANY and TESTANY is the index of the completed request. The result of WAITSOME and TESTSOME is
    // the number of complete requests. The result of all four calls is -1 if no request is active. The result of
    // TESTANY is also -1 if no request is complete.
    std::int32_t index = -1;
    // The result of WAITSOME and TESTSOME: the indices of the complete requests, ascending. Null if no request is
    // complete.
    std::unique_ptr<std::vector<std::int32_t>> indices{};
    bool done = false;  // tests: the tested condition holds
};

}  // namespace rmasim
