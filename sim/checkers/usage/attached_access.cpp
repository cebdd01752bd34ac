#include "sim/checkers/usage/attached_access.h"

#include "protocol/base/packet.h"

namespace rmasim::sim::usage {

void AttachmentCheck::op_applied(Rank rank, const Packet& packet) {
    require(packet.source, op_kind_of(packet.kind), rank, packet.window, packet.region);
}

void AttachmentCheck::op_local(Rank rank, const Operation& operation) {
    require(rank, operation.kind, operation.target, operation.window, operation.region);
}

// Raises NotAttached if the region is not attached at `target`. The displacement of the region is in bytes, since the
// displacement unit of a dynamic window is one byte.
void AttachmentCheck::require(Rank origin, OpKind kind, Rank target, WindowId window, const Region& region) const {
    if (!scenario_.windows[window].dynamic) return;
    const std::string reason = attachments_.unsupported_reason(target, window, region.disp, region.extent_bytes());
    if (!reason.empty()) throw NotAttached(origin, std::string(name_of(kind)), target, reason);
}

}  // namespace rmasim::sim::usage
