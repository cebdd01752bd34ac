// What there is to say about each MPI call, once: the reader of scenarios, their schema, the writers of programs and
// the checks follow this table.
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
    request,  // what ends the request of an r-form
    message,
    window,  // creates or frees one
};

// What the return of a call says about the operations that its rank posted before: to the call's target, or to all
// where it has none. (A fence with NOPRECEDE says nothing.)
enum class Promise : std::uint8_t { nothing, complete_at_origin, applied };

// In the order in which scenarios and messages list them.
enum class Argument : std::uint8_t {
    window,
    target,
    source,
    tag,
    disp,
    count,
    datatype,
    block_length,
    stride,
    op,
    value,
    step,
    from,
    compare,
    request,  // an open one, or ...
    requests,
    into,
    as,
    new_request,  // r-forms: the variable that gets the request
    group,
    type,
    asserts,
};
inline constexpr std::size_t argument_count = static_cast<std::size_t>(Argument::asserts) + 1;
using ArgumentSet = EnumSet<Argument, argument_count>;
inline constexpr ArgumentSet all_arguments = ArgumentSet::all();
// As scenarios write it: "win".
std::string_view key_of(Argument argument);

// One MPI call. `target` means a rank in a window except where the class is message.
struct CallDescription {
    Call call = Call::none;
    std::string_view name;       // in messages and reports
    std::string_view verb = {};  // in scenarios, if it is not the name: several calls may share one
    std::string_view mpi_name;
    CallClass kind = CallClass::none;
    OpKind operation = OpKind::put;  // of class operation
    Promise promise = Promise::nothing;
    ArgumentSet arguments = {};
    ArgumentSet required = {};
    Assert asserts = Assert::none;  // those that are legal

    constexpr bool has(Argument argument) const { return arguments.contains(argument); }
};

}  // namespace rmasim
