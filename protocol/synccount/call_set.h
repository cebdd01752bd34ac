// The MPI calls that this family implements (SC-AIM-3).
#pragma once

#include "protocol/base/call.h"

namespace rmasim::synccount {

inline constexpr CallSet calls = message_calls | CallSet{Call::put,
                                                         Call::get,
                                                         Call::accumulate,
                                                         Call::request_start,
                                                         Call::request_startall,
                                                         Call::win_alloc_sync_objects,
                                                         Call::win_free_sync_objects,
                                                         Call::win_sync_ops_init,
                                                         Call::win_sync_object_init,
                                                         Call::win_change_comm};

}  // namespace rmasim::synccount
