// Checks each operation on a dynamic window: all bytes that the operation accesses must be attached. The check happens
// at the target when the operation is applied. Only the target has the list of attached memory, and the target may
// attach or detach memory until that time.
#pragma once

#include "sim/machine/memory/attachments.h"
#include "sim/programs/watcher.h"

namespace rmasim::sim::usage {

class AttachmentCheck final : public Watcher {
public:
    // All arguments must outlive this object.
    AttachmentCheck(const Scenario& scenario, const Attachments& attachments)
        : scenario_(scenario), attachments_(attachments) {}

    // `op_applied` and `op_local` raise NotAttached if the operation accesses a byte that is not attached.
    void op_applied(Rank rank, const Packet& packet) override;
    void op_local(Rank rank, const Operation& operation) override;

private:
    void require(Rank origin, OpKind kind, Rank target, WindowId window, const Region& region) const;

    const Scenario& scenario_;
    const Attachments& attachments_;
};

}  // namespace rmasim::sim::usage
