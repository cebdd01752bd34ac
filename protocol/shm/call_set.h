// The MPI calls that this family implements.
#pragma once

#include "protocol/base/call.h"

namespace rmasim::shm {

inline constexpr CallSet calls{Call::put,
                               Call::get,
                               Call::accumulate,
                               Call::get_accumulate,
                               Call::fetch_and_op,
                               Call::compare_and_swap,
                               Call::fence,
                               Call::barrier,
                               Call::send,
                               Call::recv,
                               Call::win_create,
                               Call::win_free,
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
                               Call::request_free};

}  // namespace rmasim::shm
