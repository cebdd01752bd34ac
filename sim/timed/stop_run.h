// The exception that ends the event loop early.
#pragma once

namespace rmasim::sim {

// Thrown if the program is erroneous, or if an invariant is violated. The code that throws this exception has recorded
// the error before.
struct StopRun {};

// Thrown by the function TimedRunOptions::look. Ends the run. The result of the run then
// has the figures up to this moment.
struct RunInterrupted {};

}  // namespace rmasim::sim
