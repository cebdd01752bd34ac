#include "sim/machine/network/reorder.h"

#include "sim/machine/platform/bandwidth.h"

namespace rmasim::sim {

namespace {

// The random stream of target 0. The streams of all targets differ from the streams of ranks, and from those of
// late.cpp.
constexpr std::uint64_t reorder_stream = std::uint64_t{1} << 59;

}  // namespace

ReorderingNetwork::ReorderingNetwork(Time max_delay, std::uint64_t seed, StreamOf stream_of, EventLoop& loop,
                                     Arrival& arrival, const MakeInner& make_inner)
    : max_delay_(max_delay), stream_of_(stream_of), delays_(seed, reorder_stream), loop_(loop), arrival_(arrival),
      inner_(make_inner(*this)) {}

void ReorderingNetwork::send(const Packet& packet, Time depart, CompletionNotice notice) {
    inner_->send(packet, depart, notice);
}

void ReorderingNetwork::handle(Event event, Time now) {
    if (event.kind() == EventKind::deliver_late) {
        arrival_.arrived(event.packet(), now);
    } else {
        inner_->handle(event, now);
    }
}

void ReorderingNetwork::arrived(const Packet& packet, Time now) {
    if (stream_of_(packet) != no_stream) return arrival_.arrived(packet, now);
    const auto delay = static_cast<Time>(delays_.of(packet.target).below(static_cast<std::uint64_t>(max_delay_) + 1));
    loop_.schedule(later(now, delay), EventKind::deliver_late, packet);
}

}  // namespace rmasim::sim
