// Running of one request of the queue.
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

struct Served {
    bool any = false;       // a step of the request has run
    bool all = false;       // no step is left, so the caller removes the request from the queue
    bool released = false;  // a lock was released
};

// Runs the steps of the request that may run, in order, and removes them from the request.
Served run_request(EngineState& engine, Request& request, Poller poller);

}  // namespace rmasim::oldqueue
