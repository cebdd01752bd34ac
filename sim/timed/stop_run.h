// The exception with which the simulation leaves its event loop early.
#pragma once

namespace rmasim::sim {

// Thrown if the program is erroneous; the details are recorded before.
struct StopRun {};

}  // namespace rmasim::sim
