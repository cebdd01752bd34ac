// The `args` of an MPI call in a trace. They contain the location of the call and the arguments that other tools need.
//
//     "win"                  name of the call's window
//     "comm"                 the communicator of a barrier or a message; left out for the communicator of all ranks
//     "target", "source"     the other rank of an operation, a lock, a flush, a message
//     "bytes", "op"          of an operation or a message: the size of the data, and the reduction
//     "type", "group"        the type of a lock; the group of POST and START
//     "tag"                  the tag of a message
//     "new_size"             of WIN_CHANGE_COMM: the number of ranks that have the window after the call
//     "modes"                of a request of synchronisation counters: the kinds of operations that it completes
//     "request"              the number of the request that the call created; later requests may have the same number
//     "requests"             the requests that the call waits for or tests
//     "flag", "index"        the result of a test, or of WAITANY
//     "stuck"                of a call that never returned: the reason (trace.h)
#pragma once

#include "protocol/base/call_request.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace rmasim::sim {

// Returns the `args` of a call. `answer` is null if the call has not returned. `window` is the name of the call's
// window; null if the call has no window. `communicators` has the names of the communicators. Index 0 is the
// communicator of all ranks. The communicator numbers in CallRequest decrease with the index: index n has the number of
// index 0 minus n.
nlohmann::ordered_json call_arguments(const CallRequest& call, const CallAnswer* answer, const std::string& location,
                                      const std::string* window, const std::vector<std::string>& communicators);

}  // namespace rmasim::sim
