// The progress of a rank's MPI library: it handles the packets that arrive, inside calls, between calls by an agent, or
// in a computation that polls. RankProgress is the Arrival of the network.
#pragma once

#include "sim/machine/network/network.h"
#include "sim/timed/costs/agents.h"
#include "sim/timed/costs/timed_mutexes.h"
#include "sim/timed/ranks/fault_injection.h"
#include "sim/timed/ranks/packet_path.h"
#include "sim/timed/run_parts.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace rmasim::sim {

class RankScheduler;

class RankProgress final : public Arrival {
public:
    // All arguments must outlive this object.
    RankProgress(RunParts& run, FaultInjection& faults, PacketPath& packets, RankScheduler& scheduler);

    // Handle events. `send_completed` handles the completion of a send: the data have left the user's memory.
    void arrived(const Packet& packet, Time now) override;
    void send_completed(const Packet& packet, Time now);
    void wake_agent(RankState& rank, Time now);
    void handle_mutex_event(Event event, Time now);

    // Advances the clock of a rank to `now`. If the rank is in a call, it was idle, and the time is charged as waiting
    // time.
    void wait_until(RankState& rank, Time now);
    // Handles the packets that have arrived since the last call.
    void drain_inbox(RankState& rank);
    // Begins a computation that polls. The rank itself makes progress, and the CPU time of progress is a part of the
    // computation.
    void begin_polling(RankState& rank, Thread& thread);

    // Returns the time by which agents prolong a computation that begins at `began` and takes `time`.
    Time interruption(Rank rank, Time began, Time time) const { return agents_.stretched(rank, began, time) - time; }
    std::uint64_t agent_looks() const { return agent_looks_; }
    // Returns the mutexes; null if the protocol does not use mutexes.
    TimedMutexes* mutexes() { return mutexes_.get(); }
    const TimedMutexes* mutexes() const { return mutexes_.get(); }

private:
    void handle_packet(RankState& rank, const Packet& packet, Time idle = 0);
    void handle_send_completion(RankState& rank, const Packet& packet);
    void handle_packet_or_completion(RankState& rank, const Packet& packet);
    void poll_after_event(RankState& rank);
    void arrived_outside_calls(RankState& rank, const Packet& packet, Time now);
    void poll(RankState& rank, std::span<const Packet> packets, Time now);
    void poll_by_agent(RankState& rank, std::span<const Packet> packets, Time now);

    RunParts& run_;
    FaultInjection& faults_;
    PacketPath& packets_;
    RankScheduler& scheduler_;
    RunEvents& events_;
    Cpu& cpu_;
    Agents agents_;
    std::uint64_t agent_looks_ = 0;
    std::unique_ptr<TimedMutexes> mutexes_;  // null if the protocol does not use mutexes
};

}  // namespace rmasim::sim
