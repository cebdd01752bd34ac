// Creates a process of family oldqueue, the protocol of the old MPICH notes. SPEC.md describes the protocol,
// protocol/base/process.h the interface.
#pragma once

#include "protocol/base/call.h"
#include "protocol/base/process.h"
#include "protocol/oldqueue/config.h"

#include <memory>

namespace rmasim::oldqueue {

// Creates the process of `rank`, one of `ranks` processes, with `windows` windows from the start of the run. `config`,
// `world` and the objects of `world` must outlive the process. The process queues packets until Process::poll.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world);

// The MPI calls that this family implements (OQ-QUEUE-4).
inline constexpr CallSet calls = message_calls | mpi2_window_calls;

}  // namespace rmasim::oldqueue
