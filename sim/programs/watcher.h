// The interface of watchers. A watcher receives the events that the protocol's code reports (Observer) and the events
// that the simulator reports (events.inc, timed_events.inc). Watchers count, check and record. They never change the
// run.
#pragma once

#include "protocol/base/observer.h"
#include "protocol/base/process.h"
#include "protocol/base/wait.h"
#include "sim/machine/engine/time.h"
#include "sim/programs/interpreter.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace rmasim::sim {

// Has a handler for each event. A handler does nothing unless it is overridden.
class Watcher : public Observer {
public:
#define RMASIM_EVENT(name, parameters, arguments) \
    virtual void name parameters { unused arguments; }
#include "sim/programs/events.inc"
#define RMASIM_EVENT(name, parameters, arguments) \
    virtual void name parameters { unused arguments; }
#include "sim/programs/timed_events.inc"
};

}  // namespace rmasim::sim
