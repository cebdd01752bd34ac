// Creates a process of family oldqueue, the protocol of the old MPICH notes. SPEC.md describes the protocol,
// protocol/base/process.h the interface.
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/config.h"

#include <memory>

namespace rmasim::oldqueue {

// Creates process `rank` of `ranks`, counted from 0, with `windows` windows. `config`, `world` and the objects that
// `world` refers to must outlive the process. The process queues packets until Process::poll.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world);

}  // namespace rmasim::oldqueue
