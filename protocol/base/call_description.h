// The description of an MPI call. The table in call_table.h describes every call. The scenario reader, the schema, the
// program writers and the checks use that table.
#pragma once

#include "protocol/base/types.h"

namespace rmasim {

// The class of a call.
enum class CallClass : std::uint8_t {
    none,
    operation,  // one-sided operation; the r-forms (MPI_RPUT, ...) also have Argument::new_request
    fence,      // closes an epoch and opens the next
    opens_access,
    closes_access,
    opens_exposure,
    closes_exposure,
    flush,
    sync,
    barrier,
    request,  // starts, completes or frees requests
    message,
    persistent,     // creates a persistent request of a message or a collective call
    probe,          // finds a message, or takes it from the queue of unexpected messages
    buffering,      // attaches the buffer of BSEND, or detaches it
    collective,     // sends data among the processes of a communicator
    counters,       // allocates or frees synchronisation counters, or creates a request on a counter
    changes_group,  // changes the group of a window
    attaches,       // attaches memory to a window, or detaches it
    creates_window,
    frees_window,
};

// The guarantee that a call gives, when it returns, for earlier operations of the calling rank: those on the call's
// target, or on all targets if the call has no target argument. (A fence with NOPRECEDE guarantees nothing.)
enum class Guarantee : std::uint8_t { nothing, complete_at_origin, applied };

// The arguments of calls, in the order in which scenarios and error messages list them.
enum class Argument : std::uint8_t {
    window,
    comm,
    target,
    source,
    root,  // communicator rank of the root
    tag,
    disp,
    count,
    datatype,
    counts,           // number of elements for each process, or from each process if the caller only receives
    received_counts,  // ALLTOALLV, ALLTOALLW: number of elements from each process
    datatypes,        // ALLTOALLW: the datatype of the elements for each process
    received_datatypes,
    block_length,
    stride,
    origin_derived,
    op,
    value,
    step,
    from,
    compare,
    request,  // an open request; `requests` is a list of them
    requests,
    into,
    as,
    new_request,   // the variable that receives the request
    new_message,   // the variable that receives a message, which MRECV or IMRECV receives
    matched,       // MRECV, IMRECV: the variable that holds the message
    index,         // the variable that receives the index of a request in the list
    tested_index,  // like `index`, for TESTANY, which also sets a flag (`as`)
    outcount,      // the variable that receives the number of complete requests
    indices,       // the array that receives the indices of the complete requests in the list
    status,        // the array that receives the statuses of messages
    number,        // number of synchronisation counters to allocate
    handles,       // variables that receive handles of counters
    counters,      // variables that hold handles of counters
    modes,
    counter,
    initial,  // initial value of a counter
    info,
    new_size,  // new size of a window's group
    peer,
    memory,       // memory of the caller
    memory_size,  // size of `memory` in bytes
    buffer_size,  // size of the buffer of BSEND in bytes
    group,
    type,
    asserts,
};
inline constexpr std::size_t argument_count = static_cast<std::size_t>(Argument::asserts) + 1;
using ArgumentSet = EnumSet<Argument, argument_count>;
inline constexpr ArgumentSet all_arguments = ArgumentSet::all();
// Returns the argument's key in scenarios ("win").
std::string_view key_of(Argument argument);

// The description of one MPI call. Argument `target` is the target in a window; for calls of classes `message` and
// `persistent`, it is the receiver.
struct CallDescription {
    Call call = Call::none;
    std::string_view name;       // in messages and reports
    std::string_view verb = {};  // the key in scenarios, if it differs from `name`; several calls may share a verb
    std::string_view mpi_name;
    CallClass kind = CallClass::none;
    OpKind operation = OpKind::put;  // only for calls of class `operation`
    Guarantee guarantee = Guarantee::nothing;
    Call blocking = Call::none;  // a nonblocking or persistent collective call: its blocking form
    Call started = Call::none;   // a call of class `persistent`: the nonblocking call that START of its request begins
    ArgumentSet arguments = {};
    ArgumentSet required = {};
    Assert asserts = Assert::none;  // the legal assertions

    constexpr bool has(Argument argument) const { return arguments.contains(argument); }
};

}  // namespace rmasim
