// Runs one request.
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

struct Served {
    bool any = false;       // some part of the request has run
    bool all = false;       // nothing of it is left: it leaves the queue
    bool released = false;  // a lock was released
};

// Runs as much of the request as may run, and takes that off the request.
Served run_request(EngineState& engine, Request& request, Poller poller);

}  // namespace rmasim::oldqueue
