// Records a replay: a transcript, counts, and optionally a trace. In a trace, step n of the order occupies microsecond
// n. Packets are sent within that microsecond, and calls return near its end.
#pragma once

#include "sim/checkers/trace/state_notes.h"
#include "sim/untimed/explore/tally.h"
#include "sim/untimed/world/stanzas.h"
#include "sim/untimed/world/untimed_ranks.h"
#include "sim/untimed/world/waits.h"

#include <map>
#include <optional>
#include <utility>

namespace rmasim::sim {

class ReplayRecorder final : public Stanzas {
public:
    // `scenario` and `trace` must outlive this object. `trace` may be null.
    ReplayRecorder(const Scenario& scenario, Trace* trace);
    // Sets the ranks that execute the steps. Must be called before the first step.
    void follow(const UntimedRanks& ranks) { ranks_ = &ranks; }

    // Records the calls that have not returned when the order ends. Must be called after the last step.
    void never_ended(const std::vector<StuckCall>& calls);

    const Counts& counts() const { return tally_.counts(); }

    void packet_sent(const Packet& packet) override;
    void packet_delivered(const Packet& packet) override;
    void send_completed(const Packet& packet) override;
    void accessed(const Thread& thread, const MemoryAccess& access) override;
    void call_began(const Thread& thread, const CallRequest& call) override;
    void call_returned(const Thread& thread) override;
    void sync_began(const Thread& thread) override;
    void sync_ended(const Thread& thread) override;
    void window_state(Rank, WindowId, std::string_view from, std::string_view to) override;
    void exposure_state(Rank, WindowId, std::string_view from, std::string_view to) override;
    void target_state(Rank, WindowId, Rank target, std::string_view from, std::string_view to) override;
    void element_taken(Rank, WindowId, ElementKind, PoolLevel) override;
    void element_freed(Rank, WindowId, ElementKind, PoolLevel) override;
    void request_queued(Rank, const Packet&) override;
    void request_left(Rank, const Packet&) override;
    void fall_back_began(Rank, WindowId, Call, WindowId needed_by) override;
    void mem_sync(Rank, MemSync sync_point) override;
    void lock_queued(Rank, WindowId, Rank origin, LockType) override;
    void lock_granted(Rank, WindowId, Rank origin, LockType) override;
    void lock_released(Rank, WindowId, Rank origin) override;
    void lock_data_dropped(Rank, WindowId, Rank origin) override;
    void counter_changed(const CounterChange& change) override;

private:
    Time at(double part_of_step) const;
    void outside_mpi(const Thread& thread, std::string_view name, Time began, Time ended);

    const Scenario& scenario_;
    Tally tally_;
    Trace* trace_;
    std::optional<StateNotes> notes_;  // nullopt without a trace
    const UntimedRanks* ranks_ = nullptr;
    // For each thread: the time at which its current call or its current synchronisation with other threads began.
    std::map<std::pair<Rank, ThreadId>, Time> began_;
};

}  // namespace rmasim::sim
