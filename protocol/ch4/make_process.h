// Makes a process of MPICH's device ch4. The design is in SPEC.md; what it may be asked is in
// protocol/base/process.h.
#pragma once

#include "protocol/base/process.h"
#include "protocol/ch4/config.h"

#include <memory>
#include <vector>

namespace rmasim::ch4 {

// `rank` of `ranks`, from 0. `windows`: how many there are. `dynamic`: by window, whether it is, none if left out.
// `config`, `world` and what it refers to outlive the process. Packets are queued until Process::poll.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
                                      const std::vector<bool>& dynamic = {});

}  // namespace rmasim::ch4
