// The programs of a scenario in the untimed world, where only the order of steps matters (explored_world.h).
//
// A thread's program runs up to the first of three points. These points are the beginning of its next call, the end of
// its next load or store in a shared window, and a synchronisation of threads (thread_sync.h). Loads and stores of
// other windows belong to the step of the next call.
#pragma once

#include "sim/programs/interpreter.h"
#include "sim/untimed/world/explored_world.h"

namespace rmasim::sim {

class UntimedWorld final : public ExploredWorld {
public:
    // The sinks receive the events of the run; a sink may be null. `scenario` and the sinks must outlive the world.
    // Raises BadInput in the same cases as the constructor of UntimedRanks.
    template <class... Sinks>
    explicit UntimedWorld(const Scenario& scenario, Sinks*... sinks)
        : ExploredWorld(scenario, Coverage::full, sinks...), interpreter_(scenario, own_memory(), wrong_values_) {
        set_up();
    }

    // From now on, `watcher` receives the loads and stores of programs instead of the checker of the memory model.
    // `watcher` must outlive this object.
    void report_accesses_to(AccessWatcher& watcher) { interpreter_.set_access_watcher(&watcher); }

private:
    void set_up();
    void continue_program(Thread& thread) override;
    bool returns_from_call(Thread& thread) override;

    Interpreter interpreter_;
};

}  // namespace rmasim::sim
