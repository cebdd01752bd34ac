// A network whose packets are late, and whose NICs stand still, as the scenario's faults ask: what another network
// delivers arrives so much later. Packets of a pair keep their order.
//
// A NIC that stands still takes nothing from its ranks and hands nothing to them until it goes on; what is on its way
// stays on its way. Packets within a node do not pass it.
#pragma once

#include "sim/engine/event_loop.h"
#include "sim/faults/standstills.h"
#include "sim/input/expression/random.h"
#include "sim/network/network.h"
#include "sim/platform/platform.h"

#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace rmasim::sim {

class LateNetwork final : public Network, private Arrival {
public:
    // `make_inner` makes the network that carries the packets, given whom it delivers to. `faults`, `platform`, `loop`
    // and `arrival` outlive this.
    using MakeInner = std::function<std::unique_ptr<Network>(Arrival&)>;
    LateNetwork(const FaultSettings& faults, std::uint64_t seed, const Platform& platform, EventLoop& loop,
                Arrival& arrival, const MakeInner& make_inner);

    void send(const Packet& packet, std::uint64_t wire_bytes, Time depart) override;
    void handle(const Event& event, Time now) override;

private:
    void arrived(const Packet& packet, Time now) override;
    bool may_be_late(const Packet& packet) const;
    Time delay_of(const Packet& packet);
    const Standstills* stalls_of(const Packet& packet, Rank rank) const;

    const FaultSettings& faults_;
    const Platform& platform_;
    EventLoop& loop_;
    Arrival& arrival_;
    Random random_;
    std::map<NodeId, Standstills> stalls_;
    std::map<std::pair<Rank, Rank>, Time> last_;  // when the last packet of a pair arrives
    std::unique_ptr<Network> inner_;
};

}  // namespace rmasim::sim
