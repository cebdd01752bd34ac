// The creation of a family's processes, and the rules that these processes satisfy.
#pragma once

#include "protocol/base/call_table.h"
#include "protocol/base/process.h"
#include "protocol/parts/lock_order.h"
#include "sim/scenario/families/protocol_settings.h"
#include "sim/scenario/model/scenario.h"

#include <memory>

namespace rmasim::sim {

// The rules that the invariant checker applies to a family. The defaults are those of family newrma. A family with
// weaker guarantees has others.
struct CheckedRules {
    // The guarantees of FENCE, COMPLETE and UNLOCK for earlier operations when the call returns.
    Guarantee fence = Guarantee::applied;
    Guarantee complete = Guarantee::applied;
    Guarantee unlock = Guarantee::applied;
    // The guarantee that operations have when the persistent request that covers them (WIN_SYNC_OPS_INIT) completes.
    Guarantee counted = Guarantee::nothing;
    // True if the packets of an operation, to its target and back, arrive only while the access epoch of its origin is
    // open.
    bool answers_within_epoch = true;
    // True if no operation of a fence epoch is applied at any target before all ranks have called the fence that begins
    // the epoch. If false, an operation may be applied as soon as its own target has called this fence.
    bool fence_opens_together = true;
    // True if the first fence of a window returns only after all ranks have called this fence. Later fences always wait
    // for all ranks.
    bool first_fence_waits = true;
    // True if a target grants the lock of a window in the order of the requests.
    bool locks_in_order = true;
    // True if a request by the target itself, for the lock of its own window segment, is granted in the order of the
    // requests, too. If false, all other requests may overtake this request.
    bool own_lock_in_order = true;
    // True if UNLOCK returns only after the target has released the lock. The target then has at most one lock epoch of
    // each origin.
    bool one_lock_epoch = true;
    // True if a process may send UNLOCK although it does not hold the lock (after NOCHECK). This UNLOCK has no effect.
    bool idle_unlocks = true;
    // The order in which a target grants the lock of a window, if `locks_in_order`.
    LockOrder lock_order = LockOrder::fifo;
    // True if accumulates of one origin to one location are applied in the order of the calls.
    bool orders_accumulates = true;

    Guarantee guarantee_of(Call call) const {
        switch (call) {
            case Call::fence: return fence;
            case Call::complete: return complete;
            case Call::unlock: return unlock;
            default: return description_of(call).guarantee;
        }
    }
};

// Connects the processes of one family to the simulator.
class ProcessAdapter {
public:
    virtual ~ProcessAdapter() = default;
    // Creates the process of a rank. The scenario and the objects that `world` refers to must outlive the process.
    virtual std::unique_ptr<Process> make(const Scenario& scenario, Rank rank, const World& world) const = 0;
    // True if processes send requests that the target's NIC executes (protocol/base/nic.h).
    virtual bool uses_nic(const ProtocolSettings&) const { return false; }
    // The rules of processes with these settings.
    virtual CheckedRules rules(const ProtocolSettings&) const { return {}; }
};

}  // namespace rmasim::sim
