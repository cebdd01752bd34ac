// The MPI calls that this family implements (SC-AIM-3).
#pragma once

#include "protocol/base/call.h"

namespace rmasim::synccount {

inline constexpr CallSet calls{Call::put,
                               Call::get,
                               Call::accumulate,
                               Call::barrier,
                               Call::send,
                               Call::recv,
                               Call::isend,
                               Call::irecv,
                               Call::request_wait,
                               Call::request_test,
                               Call::request_waitall,
                               Call::request_waitany,
                               Call::request_testall,
                               Call::request_waitsome,
                               Call::request_testany,
                               Call::request_testsome,
                               Call::request_free,
                               Call::request_start,
                               Call::request_startall,
                               Call::win_alloc_sync_objects,
                               Call::win_free_sync_objects,
                               Call::win_sync_ops_init,
                               Call::win_sync_object_init,
                               Call::win_change_comm};

}  // namespace rmasim::synccount
