// The exception that ends the event loop early.
#pragma once

namespace rmasim::sim {

// Thrown if the program is erroneous, or if an invariant is violated. The code that throws this exception has recorded
// the error before.
struct StopRun {};

// Thrown by a function that `Simulation::look_between_events` has received: ends the run, whose result is that so far.
struct RunInterrupted {};

}  // namespace rmasim::sim
