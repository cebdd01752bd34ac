// How the simulation leaves its event loop early.
#pragma once

namespace rmasim::sim {

// Leaves the event loop when the program turned out to be erroneous; the details are recorded before it is thrown.
struct StopRun {};

}  // namespace rmasim::sim
