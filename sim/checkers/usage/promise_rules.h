// Checks the promises that a program makes by the info keys of a window (MPI 4.1, 12.2.1):
//
//   no_locks                    no process locks the window
//   same_size, same_disp_unit   all processes create the window with the same size, the same displacement unit
//
// The memory-model checker checks accumulate_ops and accumulate_ordering, because they concern concurrent accesses.
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/usage/window_key.h"
#include "sim/programs/thread.h"

namespace rmasim::sim::usage {

// True if the window has info keys with promises that a program can break.
bool has_promises(const WindowSettings& window);

class PromiseRules {
public:
    // Both arguments must outlive this object.
    PromiseRules(const Scenario& scenario, const WindowKeys& keys) : scenario_(scenario), keys_(keys) {}

    // Raises ErroneousProgram if the call breaks a promise of its window.
    void require(const Thread& thread, const CallRequest& call) const;

private:
    void require_same(const Thread& thread, const CallRequest& call, const PerRank& values,
                      const std::string& what) const;

    const Scenario& scenario_;
    const WindowKeys& keys_;
};

}  // namespace rmasim::sim::usage
