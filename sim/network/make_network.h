// The network the settings ask for.
#pragma once

#include "sim/engine/event_loop.h"
#include "sim/network/network.h"
#include "sim/platform/platform.h"

#include <memory>

namespace rmasim::sim {

// Who must lead the clock of the EventLoop that a network of these settings runs on.
Clock clock_for(const PlatformSettings& settings);

// `seed` decides how late packets are and how they overtake each other, where they do. The settings are those that
// `platform` was made with; `faults`, `platform`, `loop` and `arrival` outlive the network.
std::unique_ptr<Network> make_network(const PlatformSettings& settings, const FaultSettings& faults, std::uint64_t seed,
                                      Platform& platform, EventLoop& loop, Arrival& arrival);

}  // namespace rmasim::sim
