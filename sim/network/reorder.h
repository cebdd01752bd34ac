// A network whose packets may overtake each other: what another network delivers arrives up to so much later, each
// packet by an amount of its own, chosen by a generator. Two-sided messages (SEND) are not delayed, and so keep their
// order among themselves.
#pragma once

#include "sim/engine/event_loop.h"
#include "sim/input/expression/random.h"
#include "sim/network/network.h"

#include <functional>
#include <memory>

namespace rmasim::sim {

class ReorderingNetwork final : public Network, private Arrival {
public:
    // `make_inner` makes the network that carries the packets, given whom it delivers to.
    using MakeInner = std::function<std::unique_ptr<Network>(Arrival&)>;
    ReorderingNetwork(Time most_delay, std::uint64_t seed, EventLoop& loop, Arrival& arrival,
                      const MakeInner& make_inner);

    void send(const Packet& packet, std::uint64_t wire_bytes, Time depart) override;
    void handle(const Event& event, Time now) override;

private:
    void arrived(const Packet& packet, Time now) override;

    Time most_delay_;
    Random random_;
    EventLoop& loop_;
    Arrival& arrival_;
    std::unique_ptr<Network> inner_;
};

}  // namespace rmasim::sim
