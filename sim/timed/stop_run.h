// The exception that ends the event loop early.
#pragma once

namespace rmasim::sim {

// Thrown if the program is erroneous. The error has been recorded before.
struct StopRun {};

}  // namespace rmasim::sim
