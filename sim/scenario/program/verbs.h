// The verbs of MPI calls in scenarios. A verb may stand for several MPI calls with different arguments. Example: `wait`
// is MPI_Wait if it has requests, and MPI_Win_wait otherwise.
#pragma once

#include "protocol/base/call_table.h"

#include <string_view>
#include <vector>

namespace rmasim::sim {

// A verb and the MPI calls that it stands for.
struct Verb {
    std::string_view name;
    CallSet calls;
    Call named = Call::none;             // the MPI call that has the verb's name
    std::vector<std::string_view> keys;  // the arguments of all calls of the verb, in the order of Argument
};

// All verbs, in the order of the table of calls.
const std::vector<Verb>& verbs();
// The verb of this name. Null if there is no such verb.
const Verb* find_verb(std::string_view name);

}  // namespace rmasim::sim
