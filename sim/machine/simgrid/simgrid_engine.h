// SimGrid's engine, configured for this project. SimGrid allows only one engine at a time in a process. If SMPI has
// created the engine, this object uses that engine and does not own it.
#pragma once

#include <simgrid/s4u/Engine.hpp>

namespace rmasim::sim {

class SimgridEngine {
public:
    // If the constructor creates the engine, it sets the clock to 0. Raises std::logic_error while another object of
    // this class exists, and std::runtime_error after forbid_more_engines().
    SimgridEngine();
    ~SimgridEngine();
    SimgridEngine(const SimgridEngine&) = delete;
    SimgridEngine& operator=(const SimgridEngine&) = delete;

    simgrid::s4u::Engine& operator*() const { return *engine_; }

private:
    bool is_of_others_;
    simgrid::s4u::Engine* engine_;
};

// Makes the current engine the last one of this process: SimgridEngine's constructor raises an exception afterwards.
void forbid_more_engines();

}  // namespace rmasim::sim
