// Applies the faults of a scenario to a run with a clock. Faults are not scheduled as events, because a fault alone
// must not prolong a run. Instead, the faults of a rank are applied before each action of the rank, and once more at
// the end of the run. Without faults, each function is a test of a null pointer.
#pragma once

#include "sim/machine/network/network.h"
#include "sim/timed/ranks/run_faults.h"
#include "sim/timed/run_parts.h"

#include <cstdint>
#include <memory>
#include <string>

namespace rmasim::sim {

class FaultInjection {
public:
    // `run` must outlive this object.
    explicit FaultInjection(RunParts& run);

    bool any() const { return plan_ != nullptr; }
    // Applies the faults of `rank` whose time is not after `now`. Returns true if the rank is alive afterwards. Must be
    // called before each action of the rank.
    bool alive(RankState& rank, Time now) { return !plan_ || alive_by_plan(rank, now); }
    // Applies the faults that occur when a rank begins its next call. Returns true if the rank is alive afterwards.
    bool begins_call(RankState& rank, Time now) { return !plan_ || begins_call_by_plan(rank, now); }
    // Returns true if a fault loses the packet, and drops the packet. If the source has requested a completion notice,
    // it gets the notice at once, since a lost packet takes no time on the NIC.
    bool loses(const Packet& packet, CompletionNotice notice) { return plan_ && loses_by_plan(packet, notice); }
    // Drops a packet to a dead rank. Counts the packet, unless it is the answer of a NIC.
    void drop(const Packet& packet);

    // True if no rank died and no packet was lost so far.
    bool lost_nothing() const { return !plan_ || (plan_->dead.empty() && plan_->losses.lost().empty()); }
    // Applies the faults up to the end of the run. Returns everything that the faults removed.
    LostThings lost_things();
    std::uint64_t packets_to_the_dead() const { return plan_ ? plan_->packets_to_the_dead : 0; }

private:
    bool alive_by_plan(RankState& rank, Time now);
    bool begins_call_by_plan(RankState& rank, Time now);
    bool loses_by_plan(const Packet& packet, CompletionNotice notice);
    void die(RankState& rank, std::string when);
    void shrink(RankState& rank, const PoolShrink& shrink, std::string when);

    RunParts& run_;
    std::unique_ptr<RunFaults> plan_;  // null if the scenario has no faults
};

}  // namespace rmasim::sim
