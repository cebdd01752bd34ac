// A network with the faults "delays" and "stalls". It wraps another network, delays the packets that this inner network
// delivers, and stalls the NICs. Packets of a pair of ranks keep their order.
//
// While a NIC stalls, it accepts no packets from the ranks of its node, and delivers no packets to them. Packets that
// are between two NICs continue. Packets within a node do not pass a NIC, so stalls do not affect them.
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
    // `make_inner` creates the inner network, which carries the packets. Its argument receives the packets of the inner
    // network. `faults`, `platform`, `loop` and `arrival` outlive this object.
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
