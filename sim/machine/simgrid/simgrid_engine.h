// SimGrid's engine, configured for this project. SimGrid allows only one at a time in a process: where others have made
// it (SMPI), it is theirs.
#pragma once

#include <simgrid/s4u/Engine.hpp>

namespace rmasim::sim {

class SimgridEngine {
public:
    // Its clock is at 0. Raises std::logic_error while another of these exists, std::runtime_error after
    // forbid_more_engines().
    SimgridEngine();
    ~SimgridEngine();
    SimgridEngine(const SimgridEngine&) = delete;
    SimgridEngine& operator=(const SimgridEngine&) = delete;

    simgrid::s4u::Engine& operator*() const { return *engine_; }

private:
    bool is_of_others_;
    simgrid::s4u::Engine* engine_;
};

// The engine of now is the last one of this process.
void forbid_more_engines();

}  // namespace rmasim::sim
