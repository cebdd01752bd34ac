// A network whose packets may overtake each other. An object of this class contains another network, the inner network.
// It delays each packet that the inner network delivers by a random time between 0 and `max_delay`. Packets of a stream
// (two-sided messages, for example) are not delayed, so they keep their order.
#pragma once

#include "sim/machine/engine/event_loop.h"
#include "sim/machine/network/network.h"
#include "sim/machine/network/target_streams.h"

#include <functional>
#include <memory>

namespace rmasim::sim {

class ReorderingNetwork final : public Network, private Arrival {
public:
    // `make_inner` creates the inner network, which transfers the packets. The argument of `make_inner` is the object
    // that receives the packets that the inner network delivers.
    using MakeInner = std::function<std::unique_ptr<Network>(Arrival&)>;
    ReorderingNetwork(Time max_delay, std::uint64_t seed, StreamOf stream_of, EventLoop& loop, Arrival& arrival,
                      const MakeInner& make_inner);

    void send(const Packet& packet, Time depart, CompletionNotice notice) override;
    void handle(Event event, Time now) override;

private:
    void arrived(const Packet& packet, Time now) override;

    Time max_delay_;
    StreamOf stream_of_;
    TargetStreams delays_;
    EventLoop& loop_;
    Arrival& arrival_;
    std::unique_ptr<Network> inner_;
};

}  // namespace rmasim::sim
