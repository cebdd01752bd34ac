// A network with the faults "delays" and "stalls". An object of this class contains another network, the inner network.
// It delays the packets that the inner network delivers, and stalls the NICs. Packets of a pair of ranks keep their
// order.
//
// While a NIC stalls, it accepts no packets from the ranks of its node, and delivers no packets to them. A packet that
// has left its source's NIC is not stopped until it reaches its target's NIC. Packets within a node do not pass a NIC,
// so stalls do not affect these packets.
#pragma once

#include "sim/machine/engine/event_loop.h"
#include "sim/machine/faults/pauses.h"
#include "sim/machine/network/network.h"
#include "sim/machine/network/target_streams.h"
#include "sim/machine/platform/platform.h"

#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace rmasim::sim {

class LateNetwork final : public Network, private Arrival {
public:
    // `make_inner` creates the inner network, which transfers the packets. The argument of `make_inner` is the object
    // that receives the packets that the inner network delivers. `faults`, `platform`, `loop` and `arrival` must
    // outlive this object.
    using MakeInner = std::function<std::unique_ptr<Network>(Arrival&)>;
    LateNetwork(const FaultSettings& faults, std::uint64_t seed, const Platform& platform, EventLoop& loop,
                Arrival& arrival, const MakeInner& make_inner);

    void send(const Packet& packet, Time depart, CompletionNotice notice) override;
    void handle(Event event, Time now) override;

private:
    void arrived(const Packet& packet, Time now) override;
    bool may_be_late(const Packet& packet) const;
    Time delay_of(const Packet& packet);
    const Pauses* stalls_of(const Packet& packet, Rank rank) const;

    const FaultSettings& faults_;
    const Platform& platform_;
    EventLoop& loop_;
    Arrival& arrival_;
    TargetStreams jitter_;
    std::map<NodeId, Pauses> stalls_;
    std::map<std::pair<Rank, Rank>, Time> last_;  // by pair of ranks: arrival time of its latest packet
    std::unique_ptr<Network> inner_;
};

}  // namespace rmasim::sim
