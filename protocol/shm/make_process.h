// Creates a process of family shm, the shared-memory notes. SPEC.md describes the protocol, protocol/base/process.h the
// interface.
#pragma once

#include "protocol/base/call.h"
#include "protocol/base/process.h"
#include "protocol/shm/config.h"

#include <memory>

namespace rmasim::shm {

// Creates the process of `rank`, one of `ranks` processes that are all on one node, with `windows` windows from the
// start of the run. `config`, `world` and the objects of `world` must outlive the process. `world.mutexes` must not be
// null.
std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world);

// The MPI calls that this family implements.
inline constexpr CallSet calls = message_calls | CallSet{Call::put,          Call::get,
                                                         Call::accumulate,   Call::get_accumulate,
                                                         Call::fetch_and_op, Call::compare_and_swap,
                                                         Call::fence,        Call::win_create,
                                                         Call::win_free};

}  // namespace rmasim::shm
