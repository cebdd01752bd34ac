// The description of an MPI call. call_table.h has one for each call; the scenario reader, the schema, the program
// writers and the checks all follow that table.
#pragma once

#include "protocol/base/types.h"

namespace rmasim {

enum class CallClass : std::uint8_t {
    none,
    operation,  // one-sided; an r-form has Argument::new_request
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
    collective,     // sends data among the processes of a communicator
    counters,       // allocates synchronisation counters, frees them, or makes a request of one
    changes_group,  // of a window
    attaches,       // memory to a window, or detaches it
    creates_window,
    frees_window,
};

// What the return of a call guarantees about the operations that its rank posted before: those to the call's target, or
// all of them if the call has no target. (A fence with NOPRECEDE guarantees nothing.)
enum class Guarantee : std::uint8_t { nothing, complete_at_origin, applied };

// In the order in which scenarios and error messages list them.
enum class Argument : std::uint8_t {
    window,
    comm,
    target,
    source,
    root,  // the place of a process in the communicator
    tag,
    disp,
    count,
    datatype,
    block_length,
    stride,
    origin_derived,
    op,
    value,
    step,
    from,
    compare,
    request,  // an open request, or ...
    requests,
    into,
    as,
    new_request,   // the variable that receives the request
    index,         // the variable that receives the place of a request in the list
    tested_index,  // the same, beside the flag of a test
    outcount,      // the variable that receives how many requests are complete
    indices,       // the array that receives their places in the list
    number,        // of counters
    handles,       // variables that receive handles of counters
    counters,      // variables that hold handles of counters
    modes,
    counter,
    initial,  // value of a counter
    info,
    new_size,  // of a window's group
    peer,
    memory,       // of the caller
    memory_size,  // in bytes
    group,
    type,
    asserts,
};
inline constexpr std::size_t argument_count = static_cast<std::size_t>(Argument::asserts) + 1;
using ArgumentSet = EnumSet<Argument, argument_count>;
inline constexpr ArgumentSet all_arguments = ArgumentSet::all();
// The key in scenarios: "win".
std::string_view key_of(Argument argument);

// One MPI call. `target` means a rank in a window except where the class is message.
struct CallDescription {
    Call call = Call::none;
    std::string_view name;       // in messages and reports
    std::string_view verb = {};  // the key in scenarios, if it differs from `name`; several calls may share one
    std::string_view mpi_name;
    CallClass kind = CallClass::none;
    OpKind operation = OpKind::put;  // only for calls of class `operation`
    Guarantee guarantee = Guarantee::nothing;
    ArgumentSet arguments = {};
    ArgumentSet required = {};
    Assert asserts = Assert::none;  // the legal assertions

    constexpr bool has(Argument argument) const { return arguments.contains(argument); }
};

}  // namespace rmasim
