// The selection of events in a trace by rank, time and kind, and the trace's maximum size.
#pragma once

#include "protocol/base/types.h"
#include "sim/machine/engine/time.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

enum class TraceKind : std::uint8_t {
    calls,     // MPI calls, loads and stores, computations
    waits,     // waits of the MPI library inside calls
    packets,   // packets sent and handled, with arrows from sending to handling
    states,    // notes of changes of state
    counters,  // elements in use, queued requests, lock waits, polls of agents, synchronisation counters
};
inline constexpr std::array<std::pair<std::string_view, TraceKind>, 5> trace_kinds{{{"calls", TraceKind::calls},
                                                                                    {"waits", TraceKind::waits},
                                                                                    {"packets", TraceKind::packets},
                                                                                    {"states", TraceKind::states},
                                                                                    {"counters", TraceKind::counters}}};

struct TraceSelection {
    std::optional<std::vector<Rank>> ranks{};  // ascending; nullopt: all
    // The interval of virtual time: the trace has the events that overlap it. If a packet is sent in the interval, the
    // trace also has the event that handles the packet.
    Time from = 0;
    Time to = std::numeric_limits<Time>::max();
    std::vector<TraceKind> kinds{};  // empty: all
    // Approximate size at which the trace ends; 0 means no limit. When the trace has this size, events that begin later
    // are left out. Events that have already begun are still written.
    std::uint64_t max_bytes = 0;

    bool has_all() const { return !ranks && kinds.empty() && from == 0 && to == std::numeric_limits<Time>::max(); }
};

}  // namespace rmasim::sim
