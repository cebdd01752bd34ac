// The MPI calls that this family implements (OQ-QUEUE-4).
#pragma once

#include "protocol/base/call.h"

namespace rmasim::oldqueue {

inline constexpr CallSet calls{Call::put,    Call::get,      Call::accumulate, Call::fence, Call::post,
                               Call::start,  Call::complete, Call::wait,       Call::test,  Call::lock,
                               Call::unlock, Call::barrier,  Call::send,       Call::recv};

}  // namespace rmasim::oldqueue
