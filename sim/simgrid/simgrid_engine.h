// SimGrid's engine, configured for this project. SimGrid allows only one at a time in a process.
#pragma once

#include <simgrid/s4u/Engine.hpp>

namespace rmasim::sim {

class SimgridEngine {
public:
    // Raises std::logic_error while another engine exists.
    SimgridEngine();
    ~SimgridEngine();
    SimgridEngine(const SimgridEngine&) = delete;
    SimgridEngine& operator=(const SimgridEngine&) = delete;

    simgrid::s4u::Engine& operator*() const { return *engine_; }

private:
    simgrid::s4u::Engine* engine_;
};

}  // namespace rmasim::sim
