// Writes the events that the protocol's code reports, such as changes of state, as notes and counters in a trace. The
// classes that derive from StateNotes add the calls and packets, with the times of their world.
#pragma once

#include "sim/checkers/trace/trace.h"
#include "sim/programs/watcher.h"
#include "sim/scenario/model/scenario.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace rmasim::sim {

class StateNotes : public Watcher {
public:
    // `now` returns the virtual time at a rank. `scenario` and `trace` must outlive this object.
    StateNotes(const Scenario& scenario, Trace& trace, std::function<Time(Rank)> now)
        : scenario_(scenario), trace_(trace), now_(std::move(now)) {}

    void send_completed(const Packet& packet) override;
    void window_state(Rank, WindowId, std::string_view from, std::string_view to) override;
    void exposure_state(Rank, WindowId, std::string_view from, std::string_view to) override;
    void target_state(Rank, WindowId, Rank target, std::string_view from, std::string_view to) override;
    void element_taken(Rank rank, WindowId, ElementKind kind, PoolLevel) override {
        trace_.elements(rank, kind, +1, now(rank));
    }
    void element_freed(Rank rank, WindowId, ElementKind kind, PoolLevel) override {
        trace_.elements(rank, kind, -1, now(rank));
    }
    void request_queued(Rank rank, const Packet&) override { trace_.queue(rank, +1, now(rank)); }
    void request_left(Rank rank, const Packet&) override { trace_.queue(rank, -1, now(rank)); }
    void fall_back_began(Rank, WindowId, Call, WindowId needed_by) override;
    void mem_sync(Rank, MemSync sync_point) override;
    void lock_queued(Rank, WindowId, Rank origin, LockType) override;
    void lock_granted(Rank, WindowId, Rank origin, LockType) override;
    void lock_released(Rank, WindowId, Rank origin) override;
    void lock_data_dropped(Rank, WindowId, Rank origin) override;
    void counter_changed(const CounterChange& change) override;

protected:
    const Scenario& scenario() const { return scenario_; }
    Trace& trace() { return trace_; }
    Time now(Rank rank) const { return now_(rank); }
    void note(Rank rank, const std::string& text) { trace_.note(rank, text, now(rank)); }

private:
    const std::string& name(Rank rank, WindowId window) const { return trace_.window_name(rank, window); }

    const Scenario& scenario_;
    Trace& trace_;
    std::function<Time(Rank)> now_;
};

}  // namespace rmasim::sim
