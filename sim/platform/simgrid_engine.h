// SimGrid's engine, configured for this project. SimGrid allows one at a time in a process; a later one may follow when
// the earlier one is gone. The private side of sim/platform; includes SimGrid.
#pragma once

#include <simgrid/s4u/Engine.hpp>

namespace rmasim::sim {

class SimgridEngine {
public:
    // Raises std::logic_error while another one exists.
    SimgridEngine();
    ~SimgridEngine();
    SimgridEngine(const SimgridEngine&) = delete;
    SimgridEngine& operator=(const SimgridEngine&) = delete;

    static bool was_made();  // in this process, gone again or not

    simgrid::s4u::Engine& operator*() { return *engine_; }

private:
    simgrid::s4u::Engine* engine_;
};

}  // namespace rmasim::sim
