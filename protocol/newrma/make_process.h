// Creates a process of family newrma. SPEC.md has the design, protocol/base/process.h the interface.
#pragma once

#include "protocol/base/call.h"
#include "protocol/base/process.h"
#include "protocol/newrma/config.h"

#include <memory>

namespace rmasim::newrma {

// Creates the process of `rank`, one of `ranks` processes, with `windows` windows from the start of the run. `config`,
// `world` and the objects of `world` must outlive the process.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world);

// The MPI calls that this family implements.
inline constexpr CallSet calls = message_calls | mpi3_window_calls;

}  // namespace rmasim::newrma
