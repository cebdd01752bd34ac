// Writes a run as a message sequence, in the format of tests/sequences. The sequence consists of stanzas. A stanza has
// a line for a step, the line `----`, and the consequences of this step. Loads and stores of a program, except those in
// shared windows, are consequences of the step of the next call.
#pragma once

#include "sim/scenario/families/family.h"
#include "sim/untimed/world/operation_values.h"
#include "sim/untimed/world/transcript.h"

#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

class Stanzas final : public Transcript {
public:
    // `scenario` must outlive this object.
    explicit Stanzas(const Scenario& scenario) : Transcript(scenario), scenario_(scenario) {
        name_windows(scenario.windows.size() > 1);
    }

    // After this call, the sequence has the values of operations. `memory` must outlive this object.
    void show_values_of(const WindowMemory& memory) { values_.emplace(scenario_, memory); }
    // Records a load or store of a program.
    void accessed(const Thread& thread, const MemoryAccess& access, const Region& region);
    using Transcript::line_count;
    // Ends the sequence. The last loads and stores of a program may precede no further call.
    void end();

    void packet_delivered(const Packet& packet) override;
    void send_completed(const Packet& packet) override;
    void shared_window_accessed(const Thread& thread, const MemoryAccess& access) override;
    void sync_began(const Thread& thread) override;
    void sync_ended(const Thread& thread) override;
    void mem_sync(Rank rank, MemSync sync_point) override;
    void call_began(const Thread& thread, const CallRequest& call) override;
    void call_returned(const Thread& thread) override;
    void program_ended(const Thread& thread) override;
    void op_applied(Rank rank, const Packet& packet) override;
    void op_local(Rank rank, const Operation& operation) override;

private:
    // Begins a stanza. `actor` is the thread that makes the step; empty if no thread does.
    void open(std::string command, const std::string& actor = "");
    // Adds the loads and stores that precede no step of their thread as a stanza of their own.
    void flush_accesses();

    const Scenario& scenario_;
    std::optional<OperationValues> values_;
    std::string accessing_;              // the thread of `accesses_`
    std::vector<std::string> accesses_;  // the loads and stores since the last stanza
    bool first_ = true;
};

}  // namespace rmasim::sim
