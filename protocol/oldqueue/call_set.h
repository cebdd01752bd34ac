// The MPI calls that this family implements (OQ-QUEUE-4).
#pragma once

#include "protocol/base/call.h"

namespace rmasim::oldqueue {

inline constexpr CallSet calls{Call::put,
                               Call::get,
                               Call::accumulate,
                               Call::fence,
                               Call::post,
                               Call::start,
                               Call::complete,
                               Call::wait,
                               Call::test,
                               Call::lock,
                               Call::unlock,
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
                               Call::request_free};

}  // namespace rmasim::oldqueue
