// Creates a process of family ch4, MPICH's device ch4. SPEC.md describes the protocol, protocol/base/process.h the
// interface.
#pragma once

#include "protocol/base/call.h"
#include "protocol/base/process.h"
#include "protocol/ch4/config.h"

#include <memory>
#include <vector>

namespace rmasim::ch4 {

// Creates the process of `rank`, one of `ranks` processes, with `windows` windows from the start of the run. `dynamic`
// has an entry for each window: true if the window is dynamic. An empty `dynamic` means that no window is dynamic.
// `config`, `world` and the objects of `world` must outlive the process. The process queues packets until
// Process::poll.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
                                      const std::vector<bool>& dynamic = {});

// The MPI calls that this family implements (CH4-SCOPE-2).
inline constexpr CallSet calls = message_calls | mpi3_window_calls;

}  // namespace rmasim::ch4
