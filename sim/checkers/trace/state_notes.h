// Writes events that the protocol's code reports, such as changes of state, as notes and counters in a trace.
#pragma once

#include "sim/checkers/trace/trace.h"

#include <functional>

namespace rmasim::sim {

class StateNotes {
public:
    // `now` returns the virtual time at a rank. `trace` must outlive this object.
    StateNotes(Trace& trace, std::function<Time(Rank)> now) : trace_(trace), now_(std::move(now)) {}

    void note(Rank rank, const std::string& text) { trace_.note(rank, text, now_(rank)); }
    void window_state(Rank, WindowId, std::string_view from, std::string_view to);
    void exposure_state(Rank, WindowId, std::string_view from, std::string_view to);
    void target_state(Rank, WindowId, Rank target, std::string_view from, std::string_view to);
    void element(Rank rank, ElementKind kind, int change) { trace_.elements(rank, kind, change, now_(rank)); }
    void request(Rank rank, int change) { trace_.queue(rank, change, now_(rank)); }
    void fall_back_began(Rank, WindowId, Call, WindowId needed_by);
    void mem_sync(Rank, MemSync sync_point);
    void lock_queued(Rank, WindowId, Rank origin, LockType);
    void lock_granted(Rank, WindowId, Rank origin, LockType);
    void lock_released(Rank, WindowId, Rank origin);
    void lock_data_dropped(Rank, WindowId, Rank origin);
    void counter_changed(const CounterChange& change);

private:
    const std::string& name(Rank rank, WindowId window) const { return trace_.window_name(rank, window); }

    Trace& trace_;
    std::function<Time(Rank)> now_;
};

}  // namespace rmasim::sim
