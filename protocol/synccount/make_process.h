// Makes a process of NEC's synchronisation counters. The design is in SPEC.md; what it may be asked is in
// protocol/base/process.h.
#pragma once

#include "protocol/base/process.h"
#include "protocol/synccount/config.h"

#include <memory>
#include <vector>

namespace rmasim::synccount {

// `rank` of `ranks`, from 0. `sizes`: by window, how many ranks have it. `config`, `world` and what it refers to
// outlive the process.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, const std::vector<Rank>& sizes, const Config& config,
                                      const World& world);

}  // namespace rmasim::synccount
