// Creates a process of family synccount, NEC's synchronisation counters. SPEC.md describes the protocol,
// protocol/base/process.h the interface.
#pragma once

#include "protocol/base/process.h"
#include "protocol/synccount/config.h"

#include <memory>
#include <vector>

namespace rmasim::synccount {

// Creates process `rank` of `ranks`, counted from 0. `sizes`: for each window, the number of ranks that have it.
// `config`, `world` and the objects that `world` refers to must outlive the process.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, const std::vector<Rank>& sizes, const Config& config,
                                      const World& world);

}  // namespace rmasim::synccount
