// The MPI calls as scenarios write them. A verb may stand for several calls, told apart by their arguments: `wait` is
// MPI_Win_wait, and MPI_Wait where requests are given.
#pragma once

#include "protocol/base/call_table.h"

#include <string_view>
#include <vector>

namespace rmasim::sim {

struct Verb {
    std::string_view name;
    CallSet calls;
    Call named = Call::none;             // the call that has the verb's name
    std::vector<std::string_view> keys;  // of the arguments that some of the calls take, in the order of Argument
};

// In the order of the table of calls.
const std::vector<Verb>& verbs();
// Null where no call has this verb.
const Verb* find_verb(std::string_view name);

}  // namespace rmasim::sim
