// Creates the network that the settings describe.
#pragma once

#include "sim/machine/engine/event_loop.h"
#include "sim/machine/network/network.h"
#include "sim/machine/platform/platform.h"

#include <memory>

namespace rmasim::sim {

// The clock that the EventLoop of a network with these settings needs.
Clock clock_for(const PlatformSettings& settings);

// Creates a network. `seed` determines random delays and reordering, if the settings have any. `platform` was created
// with the same `settings`. `faults`, `platform`, `loop` and `arrival` outlive the network. `stream_of`: the packets
// that keep their order although the network reorders others.
std::unique_ptr<Network> make_network(const PlatformSettings& settings, const FaultSettings& faults, std::uint64_t seed,
                                      Platform& platform, EventLoop& loop, Arrival& arrival,
                                      StreamOf stream_of = messages_in_order);

}  // namespace rmasim::sim
