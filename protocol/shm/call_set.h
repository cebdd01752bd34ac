// The MPI calls that this family implements.
#pragma once

#include "protocol/base/call.h"

namespace rmasim::shm {

inline constexpr CallSet calls = message_calls | CallSet{Call::put,          Call::get,
                                                         Call::accumulate,   Call::get_accumulate,
                                                         Call::fetch_and_op, Call::compare_and_swap,
                                                         Call::fence,        Call::win_create,
                                                         Call::win_free};

}  // namespace rmasim::shm
