// Creates a process of family shm, the shared-memory notes. SPEC.md describes the protocol, protocol/base/process.h the
// interface.
#pragma once

#include "protocol/base/process.h"
#include "protocol/shm/config.h"

#include <memory>

namespace rmasim::shm {

// Creates process `rank` of `ranks`, counted from 0, with `windows` windows, all shared by one node. `config`, `world`
// and the objects that `world` refers to must outlive the process. `world.mutexes` must not be null.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world);

}  // namespace rmasim::shm
