// The verbs of MPI calls in scenarios. A verb may stand for several calls, which differ in their arguments: `wait` is
// MPI_Win_wait, or MPI_Wait if requests are given.
#pragma once

#include "protocol/base/call_table.h"

#include <string_view>
#include <vector>

namespace rmasim::sim {

struct Verb {
    std::string_view name;
    CallSet calls;
    Call named = Call::none;             // the call that has the verb's name
    std::vector<std::string_view> keys;  // the arguments of all these calls, in the order of Argument
};

// In the order of the table of calls.
const std::vector<Verb>& verbs();
// Null if no call has this verb.
const Verb* find_verb(std::string_view name);

}  // namespace rmasim::sim
