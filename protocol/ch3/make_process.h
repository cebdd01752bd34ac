// Creates a process of family ch3, MPICH 4.0.2's device CH3. SPEC.md describes the protocol, protocol/base/process.h
// the interface.
#pragma once

#include "protocol/base/process.h"
#include "protocol/ch3/config.h"

#include <memory>

namespace rmasim::ch3 {

// Creates process `rank` of `ranks`, counted from 0, with `windows` windows. `config`, `world` and the objects that
// `world` refers to must outlive the process. The process queues packets until Process::poll. Calls may raise
// ImplementationFailed for MPICH's own faults.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world);

}  // namespace rmasim::ch3
