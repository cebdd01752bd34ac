// The MPI calls that this family implements (CH3-SCOPE-2).
#pragma once

#include "protocol/base/call.h"

namespace rmasim::ch3 {

inline constexpr CallSet calls{Call::put,
                               Call::get,
                               Call::accumulate,
                               Call::get_accumulate,
                               Call::fetch_and_op,
                               Call::compare_and_swap,
                               Call::rput,
                               Call::rget,
                               Call::raccumulate,
                               Call::rget_accumulate,
                               Call::fence,
                               Call::lock,
                               Call::unlock,
                               Call::lock_all,
                               Call::unlock_all,
                               Call::flush,
                               Call::flush_local,
                               Call::flush_all,
                               Call::flush_local_all,
                               Call::sync,
                               Call::barrier,
                               Call::post,
                               Call::start,
                               Call::complete,
                               Call::wait,
                               Call::test,
                               Call::request_wait,
                               Call::request_test,
                               Call::request_waitall,
                               Call::request_waitany,
                               Call::request_testall,
                               Call::request_waitsome,
                               Call::request_testany,
                               Call::request_testsome,
                               Call::request_free,
                               Call::send,
                               Call::recv,
                               Call::isend,
                               Call::irecv,
                               Call::win_attach,
                               Call::win_detach,
                               Call::win_create,
                               Call::win_free};

}  // namespace rmasim::ch3
