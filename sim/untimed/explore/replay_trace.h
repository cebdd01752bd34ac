// Writes a replay to a trace. Step n of the order occupies microsecond n. Packets are sent within that microsecond, and
// calls return near its end.
#pragma once

#include "sim/checkers/trace/state_notes.h"
#include "sim/untimed/world/untimed_ranks.h"
#include "sim/untimed/world/waits.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

class ReplayTrace final : public StateNotes {
public:
    // `scenario` and `trace` must outlive this object.
    ReplayTrace(const Scenario& scenario, Trace& trace);
    // Sets the ranks that execute the steps. Must be called before the first step.
    void follow(const UntimedRanks& ranks) { ranks_ = &ranks; }

    // Records the calls that have not returned when the order ends. Must be called after the last step.
    void never_ended(const std::vector<StuckCall>& calls);

    void packet_sent(const Packet& packet) override;
    void packet_delivered(const Packet& packet) override;
    void shared_window_accessed(const Thread& thread, const MemoryAccess& access) override;
    void call_began(const Thread& thread, const CallRequest& call) override;
    void call_returned(const Thread& thread) override;
    void sync_began(const Thread& thread) override;
    void sync_ended(const Thread& thread) override;

private:
    Time at(double part_of_step) const;
    void outside_mpi(const Thread& thread, std::string_view name, Time began, Time ended);

    const UntimedRanks* ranks_ = nullptr;
    // For each thread: the time at which its current call or its current synchronisation with other threads began.
    std::map<std::pair<Rank, ThreadId>, Time> began_;
};

}  // namespace rmasim::sim
