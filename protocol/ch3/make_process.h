// Creates a process of family ch3, MPICH 4.0.2's device CH3. SPEC.md describes the protocol, protocol/base/process.h
// the interface.
#pragma once

#include "protocol/base/call.h"
#include "protocol/base/process.h"
#include "protocol/ch3/config.h"

#include <memory>

namespace rmasim::ch3 {

// Creates the process of `rank`, one of `ranks` processes, with `windows` windows from the start of the run. `config`,
// `world` and the objects of `world` must outlive the process. The process queues packets until Process::poll. Calls
// raise ImplementationFailed where a fault of MPICH would crash the process or fail an assertion.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world);

// The MPI calls that this family implements (CH3-SCOPE-2).
inline constexpr CallSet calls = message_calls | mpi3_window_calls;

}  // namespace rmasim::ch3
