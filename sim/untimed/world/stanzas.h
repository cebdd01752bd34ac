// Writes a run as a message sequence, in the format of tests/sequences. The sequence consists of stanzas. A stanza has
// a line for a step, the line `----`, and the consequences of this step.
#pragma once

#include "sim/scenario/families/family.h"
#include "sim/untimed/world/transcript.h"

namespace rmasim::sim {

class Stanzas final : public Transcript {
public:
    // `scenario` must outlive this object.
    explicit Stanzas(const Scenario& scenario) : Transcript(scenario), scenario_(scenario) {
        name_windows(scenario.windows.size() > 1);
    }

    void packet_delivered(const Packet& packet) override;
    void send_completed(const Packet& packet) override;
    void shared_window_accessed(const Thread& thread, const MemoryAccess& access) override;
    void sync_began(const Thread& thread) override;
    void sync_ended(const Thread& thread) override;
    void mem_sync(Rank rank, MemSync sync_point) override;
    void call_began(const Thread& thread, const CallRequest& call) override;
    void call_returned(const Thread& thread) override;

private:
    void open(std::string command);

    const Scenario& scenario_;
    bool first_ = true;
};

}  // namespace rmasim::sim
