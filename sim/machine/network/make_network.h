// Creates the network that the settings describe.
#pragma once

#include "sim/machine/engine/event_loop.h"
#include "sim/machine/network/network.h"
#include "sim/machine/platform/platform.h"

#include <memory>

namespace rmasim::sim {

// Returns the clock that the EventLoop needs for a network with these settings.
Clock clock_for(const PlatformSettings& settings);

// Creates a network. `seed` determines random delays and reordering, if the settings have any. `platform` must have
// been created with the same `settings`. `faults`, `platform`, `loop` and `arrival` must outlive the network.
// `stream_of` returns the stream of a packet: packets of the same stream keep their order, even if the network reorders
// other packets.
std::unique_ptr<Network> make_network(const PlatformSettings& settings, const FaultSettings& faults, std::uint64_t seed,
                                      Platform& platform, EventLoop& loop, Arrival& arrival,
                                      StreamOf stream_of = messages_in_order);

}  // namespace rmasim::sim
