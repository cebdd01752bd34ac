// What a trace says of an MPI call beside its place: the arguments that other tools need to see what it does.
//
//     "win"                  name of its window
//     "comm"                 the communicator of a barrier or a message, if it is not that of all ranks
//     "target", "source"     the other rank of an operation, a lock, a flush, a message
//     "bytes", "op"          of an operation or a message; the reduction
//     "type", "group"        of a lock; of POST and START
//     "tag"                  of a message
//     "new_size"             of WIN_CHANGE_COMM: how many ranks have the window from then on
//     "modes"                of a request of synchronisation counters: the operations that it completes
//     "request"              the request that the call made: a number that may come again once it is complete
//     "requests"             those that it waits for or tests
//     "flag", "index"        what a test, or WAITANY, answered
//     "stuck"                of a call that never returned: why (trace.h)
#pragma once

#include "protocol/base/call_request.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace rmasim::sim {

// `answer`: null if the call has not returned. `window`: the name of the call's one, if it has one. `communicators`:
// names by number, counted down from that of all ranks.
nlohmann::ordered_json call_arguments(const CallRequest& call, const CallAnswer* answer, const std::string& place,
                                      const std::string* window, const std::vector<std::string>& communicators);

}  // namespace rmasim::sim
