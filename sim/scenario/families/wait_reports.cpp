#include "sim/scenario/families/wait_reports.h"

namespace rmasim::sim {

namespace {

// True if the rank waits in a RECV or a SEND because the packet was lost.
bool is_missed_message(const SuspectedLoss& lost) {
    const PacketKind kind = lost.packet.kind;
    const bool to_waiter = lost.to_waiter(), from_waiter = lost.from_waiter();
    if (is_collective(kind)) return false;
    const bool asks = kind == PacketKind::send_cts || kind == PacketKind::ssend_ack;
    if (lost.awaited.what == Awaited::message) return (to_waiter && is_message(kind) && !asks) || (from_waiter && asks);
    return (to_waiter && asks) || (from_waiter && (kind == PacketKind::send_rts || kind == PacketKind::ssend));
}

}  // namespace

bool WaitReports::waits_because_of_loss(const Packet& packet, Rank rank, const AwaitedRank& awaited) const {
    const SuspectedLoss lost{packet, rank, awaited};
    // Between the lost packet and the wait there may be other ranks, whose nonblocking calls do not proceed.
    const bool on_communicator = !is_window(awaited.window) && packet.window == awaited.window;
    switch (awaited.what) {
        case Awaited::message:
        case Awaited::receive:
        case Awaited::match:
        case Awaited::buffered: return is_missed_message(lost);
        case Awaited::collective:
            return on_communicator && (is_collective(packet.kind) || packet.kind == PacketKind::barrier);
        case Awaited::barrier: return (on_communicator && packet.kind == PacketKind::barrier) || loss_explains(lost);
        default: return loss_explains(lost);
    }
}

}  // namespace rmasim::sim
