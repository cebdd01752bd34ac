// An MPI call with its arguments, and its result. The caller (a simulated program, a test, an MPI front-end) sets the
// arguments that the call's row in call_table.h names. All other arguments keep their defaults.
#pragma once

#include "protocol/base/group.h"
#include "protocol/base/operation.h"
#include "protocol/base/packet.h"
#include "protocol/base/size.h"

#include <memory>
#include <vector>

namespace rmasim {

// Wildcards of receives: MPI_ANY_SOURCE and MPI_ANY_TAG. Tags of messages are smaller.
inline constexpr Rank any_source = -2;
inline constexpr std::uint32_t any_tag = UINT32_MAX;

// Message::label of a message about which the world has no record.
inline constexpr std::uint32_t no_label = 0;

// The mode of a send. A synchronous send is complete when its receive has matched the message. A ready send requires a
// receive that is posted already.
enum class SendMode : std::uint8_t { standard, synchronous, buffered, ready };

// The arguments of a call that sends, receives or probes a message.
struct Message {
    Rank peer = no_rank;    // rank in MPI_COMM_WORLD, whatever `comm` is; receives: may be any_source
    std::uint32_t tag = 0;  // receives: may be any_tag
    Datatype datatype = Datatype::byte;
    SendMode mode = SendMode::standard;  // sends; the process sets it when the call begins
    WindowId comm = no_window;
    std::uint32_t part_bytes = 0;  // sends that are announced: MessageLimits::part_bytes; set when the call begins
    std::uint64_t count = 0;       // RECV: number of elements for which the buffer has room
    [[no_unique_address]] OriginBuffer buffer;
    std::uint32_t label = no_label;  // of messages: the world's number for the call (MessageLabels)
    // The data as they are sent, instead of the contents of `buffer`: the handles of a sender of datatype handle_sync,
    // or the copy of a buffered send. The process creates them when the call begins. The message owns them.
    Payload data{};
};

static_assert(has_size<Message, 56>);

// The error of a message at its receiver: the error class in the status of the receive (MPI 4.1, 3.2.5 and 9.4).
enum class MessageError : std::uint8_t {
    none,
    truncate,  // MPI_ERR_TRUNCATE: the message is longer than the receive
    type,      // MPI_ERR_TYPE: the sender's sequence of basic datatypes differs from the receiver's
    buffer,    // MPI_ERR_BUFFER: the attached buffer has no room for the message, or none is attached
};

// The message that a receive has matched, as in MPI_Status. The default is the empty status of MPI.
struct MessageStatus {
    Rank source = any_source;  // rank in MPI_COMM_WORLD, or proc_null
    std::uint32_t tag = any_tag;
    std::uint64_t count = 0;  // number of elements; of a probe, those sent; of a receive, those received
    Datatype datatype = Datatype::byte;
    bool cancelled = false;  // a receive that CANCEL has cancelled
    WindowId comm = no_window;
    MessageError error = MessageError::none;  // other than `none` only if CallRequest::errors_return is set
    std::uint32_t label = no_label;           // Message::label of the send
};
// The number of a message that MPROBE or IMPROBE has found with source MPI_PROC_NULL (MPI_MESSAGE_NO_PROC). Numbers of
// other messages are positive and smaller. MPI_MESSAGE_NULL is 0.
inline constexpr RequestId message_no_proc = 0x7FFF'FFFF;

// Kinds of operations. A persistent request of MPI_WIN_SYNC_OPS_INIT (family synccount) waits for the completion of
// operations of these kinds.
enum class SyncModes : std::uint8_t { none = 0, put = 1, get = 2, accumulate = 4 };
constexpr SyncModes operator|(SyncModes a, SyncModes b) {
    return static_cast<SyncModes>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool has(SyncModes set, SyncModes one) {
    return (static_cast<unsigned>(set) & static_cast<unsigned>(one)) != 0;
}

// Arguments that few calls have: calls on persistent requests, on synchronisation counters and on dynamic windows, and
// collective calls with blocks of different sizes.
struct RequestArguments {
    // The program's variables that hold the requests of `CallRequest::requests`, or the handles of counters. The call
    // writes new values into these variables, such as MPI_REQUEST_NULL. If this list is empty, the call writes nothing.
    std::vector<OriginBuffer> names{};
    // The variables are consecutive ones, and `names` has only the first.
    bool names_are_array = false;
    // The counters that WIN_FREE_SYNC_OBJECTS frees, or the handles that a message or collective call of datatype
    // handle_sync sends.
    std::vector<std::uint64_t> handles{};
    // WIN_SYNC_OPS_INIT, WIN_SYNC_OBJECT_INIT: the counter of the request. MRECV, IMRECV: the number of the message.
    std::uint64_t handle = 0;
    // WIN_ALLOC_SYNC_OBJECTS: the number of counters. WIN_SYNC_OBJECT_INIT: the number of signals.
    std::int64_t count = 0;
    SyncModes modes = SyncModes::none;
    bool restart = false;
    // WIN_CHANGE_COMM: after the call, the first `new_size` ranks of `new_group` have the window. If `new_group` is
    // null, these are ranks of the group that the window had at the start. The peer is in CallRequest::target.
    Rank new_size = 0;
    const RankGroup* new_group = nullptr;
    // Collective calls with blocks of different sizes: the end of each block that the process passes to the call, and
    // of each block of the result, in elements. Empty: all blocks have `message.count` elements.
    std::vector<std::uint64_t> sent_ends{}, received_ends{};
    // ALLTOALLW: the datatypes of these blocks. The ends of the blocks are then in bytes, and `message.datatype` is
    // byte.
    std::vector<Datatype> sent_types{}, received_types{};
    // The labels of these blocks (Message::label), or one label for all of them. Empty: they have no labels.
    std::vector<std::uint32_t> sent_labels{}, received_labels{};
    UserOperator op{};               // reductions with ReduceOp::user
    OriginBuffer memory{};           // WIN_ATTACH, WIN_DETACH: the first byte of the memory
    std::uint64_t memory_bytes = 0;  // WIN_ATTACH, BUFFER_ATTACH: size of the memory
};

// The use of the status of a receive: none; the program reads it; the program also handles an error of the message.
enum class StatusUse : std::uint8_t { none, status, errors };

// An MPI call with its arguments.
struct CallRequest {
    Call call = Call::none;
    WindowId window = 0;  // operations: equal to `operation.window`
    Rank target = no_rank;
    LockType lock_type = LockType::shared;
    Assert asserts = Assert::none;
    WindowId comm = no_window;          // of a barrier or collective; for a message, the same as `message.comm`
    Operation operation{};              // operations; collectives use `reduce`, and `result` for received data
    Message message{};                  // send, recv; collectives: the data of one block; `peer` is the root, if any
    Group group{};                      // post, start
    std::vector<RequestId> requests{};  // request_wait: completed in this order; request_test: exactly one
    bool wants_status = false;          // RECV, calls that complete requests: the call fills AnswerLists::statuses
    // The same calls: an error of a message is in its status, and the program continues. The statuses must be wanted.
    // BSEND and IBSEND have a status only if they fail: then they have sent nothing and created no request.
    // If false, such an error throws ErroneousProgram.
    bool errors_return = false;
    // The call of a persistent request: one more than the number that the creating call has among the collective calls
    // of its communicator. 0: any other call.
    std::uint32_t number = 0;
    std::shared_ptr<const RequestArguments> more{};  // null if all these arguments have their defaults

    StatusUse status_use() const {
        if (errors_return) return StatusUse::errors;
        return wants_status ? StatusUse::status : StatusUse::none;
    }
};

// The lists in the results of few calls.
struct AnswerLists {
    std::vector<std::int32_t> indices{};    // WAITSOME and TESTSOME: the indices of the complete requests, ascending
    std::vector<MessageStatus> statuses{};  // if the call wants them: in the order of the requests, or of `indices`
};

// The result of an MPI call.
struct CallAnswer {
    // Calls that create a request: set when the call begins. MPROBE, IMPROBE: the number of the message.
    RequestId request = no_request;
    // The result of WAITANY and TESTANY is the index of the completed request. The result of WAITSOME and TESTSOME is
    // the number of complete requests. The result of all four calls is -1 if no request is active. The result of
    // TESTANY is also -1 if no request is complete. The result of receives, and of MPROBE and IMPROBE with a
    // message, is the number of the receive among those of the process, as in the event message_matched.
    std::int32_t index = -1;
    // Null if no call with this answer has returned a list. A call that returns a list replaces that of earlier calls.
    std::unique_ptr<AnswerLists> lists{};
    bool done = false;  // tests: the tested condition holds

    AnswerLists& own_lists() {
        if (!lists) lists = std::make_unique<AnswerLists>();
        return *lists;
    }
};

}  // namespace rmasim
