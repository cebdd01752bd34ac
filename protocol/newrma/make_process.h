// Makes a process of New RMA. The design is in SPEC.md; what it may be asked is in protocol/base/process.h.
#pragma once

#include "protocol/base/process.h"
#include "protocol/newrma/config.h"

#include <memory>

namespace rmasim::newrma {

// `rank` of `ranks`, from 0. `windows`: how many there are. `config`, `world` and what it refers to outlive the
// process.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world);

}  // namespace rmasim::newrma
