// Makes a process of the shared-memory notes. The design is in SPEC.md; what it may be asked is in
// protocol/base/process.h.
#pragma once

#include "protocol/base/process.h"
#include "protocol/shm/config.h"

#include <memory>

namespace rmasim::shm {

// `rank` of `ranks`, from 0. `windows`: how many there are, all shared by one node. `config`, `world` and what it
// refers to outlive the process; `world.mutexes` is not null.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world);

}  // namespace rmasim::shm
