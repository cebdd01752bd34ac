// The interface for reports of the core about a run. Observers count, trace, charge virtual time and check. They never
// influence the run. events.inc has the events.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/operation.h"
#include "protocol/base/packet.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rmasim {

enum class ElementKind : std::uint8_t { operation, target };
enum class PoolLevel : std::uint8_t { local, global };

std::string_view name_of(ElementKind kind);
std::string_view name_of(PoolLevel level);

// The kinds of events of a synchronisation counter. Family synccount has such counters: signals of other processes
// lower them.
enum class CounterStep : std::uint8_t { allocated, init, start, restart, lowered, freed };
// An event of a synchronisation counter.
struct CounterChange {
    Rank owner = no_rank;
    WindowId window = 0;
    std::uint32_t counter = 0;  // number among the owner's counters of this window, from 0
    std::uint32_t generation = 0;
    CounterStep step = CounterStep::allocated;
    std::int64_t from = 0, to = 0;  // the counter's value before and after
    std::int64_t count = 0;         // the value that INIT set
    std::int64_t lost = 0;          // signals that a reset discarded
    Rank by = no_rank;              // origin of the signal that lowered the counter
    std::uint32_t slot = 0;         // index among all counters of the owner, as in CounterSignal
};
// A signal that lowers a synchronisation counter. A persistent request of WIN_SYNC_OPS_INIT sends the signal when its
// operations are complete. The signal is one packet. No packet is sent if process `by` owns the counter.
struct CounterSignal {
    Rank by = no_rank;
    RequestId request = no_request;
    WindowId window = 0;
    Rank owner = no_rank;  // the process that has the counter
    std::uint32_t slot = 0;
    std::uint32_t generation = 0;
};
// The kinds of events of a persistent request (family synccount). A request of WIN_SYNC_OPS_INIT is complete when it
// has sent its signal. A request of WIN_SYNC_OBJECT_INIT is complete when its counter has reached its final value.
enum class RequestStep : std::uint8_t { started, complete, reported, restarted };

// A handler that does nothing uses its arguments by this function.
template <class... Arguments>
constexpr void unused(const Arguments&... /*arguments*/) {}

// Has a handler for each event of the core. A handler does nothing unless it is overridden.
class Observer {
public:
    virtual ~Observer() = default;

#define RMASIM_EVENT(name, parameters, arguments) \
    virtual void name parameters { unused arguments; }
#include "protocol/base/events.inc"
};

}  // namespace rmasim
