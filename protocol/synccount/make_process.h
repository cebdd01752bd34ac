// Creates a process of family synccount, NEC's synchronisation counters. SPEC.md describes the protocol,
// protocol/base/process.h the interface.
#pragma once

#include "protocol/base/call.h"
#include "protocol/base/process.h"
#include "protocol/synccount/config.h"

#include <memory>
#include <vector>

namespace rmasim::synccount {

// Creates the process of `rank`, one of `ranks` processes. `sizes` contains, for each window that exists from the start
// of the run, the number of ranks that have the window. `config`, `world` and the objects of `world` must outlive the
// process.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, const std::vector<Rank>& sizes, const Config& config,
                                      const World& world);

// The MPI calls that this family implements (SC-AIM-3).
inline constexpr CallSet calls = message_calls | CallSet{Call::put,
                                                         Call::get,
                                                         Call::accumulate,
                                                         Call::win_alloc_sync_objects,
                                                         Call::win_free_sync_objects,
                                                         Call::win_sync_ops_init,
                                                         Call::win_sync_object_init,
                                                         Call::win_change_comm};

}  // namespace rmasim::synccount
