// Determines if a trace contains an event, by the event's rank, kind and time. The functions are fast, because they are
// called for every event. `end_at` must be called when the trace has reached its maximum size. It sets the end of the
// time interval whose events are kept.
#pragma once

#include "protocol/base/packet.h"
#include "sim/checkers/trace/trace_selection.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace rmasim::sim {

class KeptEvents {
public:
    KeptEvents(TraceSelection selection, Rank ranks) : selection_(std::move(selection)) {
        kinds_.fill(selection_.kinds.empty());
        for (const TraceKind kind : selection_.kinds) kinds_[static_cast<std::size_t>(kind)] = true;
        if (!selection_.ranks) return;
        ranks_.assign(static_cast<std::size_t>(ranks), false);
        for (const Rank rank : *selection_.ranks) ranks_[static_cast<std::size_t>(rank)] = true;
    }

    const TraceSelection& selection() const { return selection_; }
    bool has(TraceKind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }
    bool has(Rank rank) const { return ranks_.empty() || ranks_[static_cast<std::size_t>(rank)]; }
    // True if the trace has at least one of the two events of the packet: its sending or its handling.
    bool has_end_of(const Packet& packet) const {
        return has(TraceKind::packets) && (has(packet.source) || has(packet.target));
    }
    bool has(TraceKind kind, Rank rank, Time began, Time ended) const {
        return has(kind) && has(rank) && began <= selection_.to && ended >= selection_.from;
    }
    void end_at(Time time) { selection_.to = std::min(selection_.to, time); }

private:
    TraceSelection selection_;
    std::array<bool, trace_kinds.size()> kinds_{};
    std::vector<bool> ranks_;  // by rank; empty: all ranks
};

}  // namespace rmasim::sim
