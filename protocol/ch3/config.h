// The settings of MPICH's CH3 device, with MPICH's defaults. Their names in MPICH begin with MPIR_CVAR_CH3_RMA_
// (SPEC.md).
#pragma once

#include "protocol/parts/collectives/collective_algorithms.h"
#include "protocol/parts/messages/message_limit.h"
#include "protocol/parts/sizes.h"

#include <cstdint>

namespace rmasim::ch3 {

inline constexpr std::int32_t never = -1;

struct Config {
    bool delay_issuing = false;     // true: the latest operation to each target is held back to carry flags
    std::uint32_t slots = 262'144;  // slots of a window's table; at most the number of ranks
    PoolSize op_pool{256, 16'384};
    PoolSize target_pool{256, 16'384};  // `local` is at most the number of ranks
    LockBuffer lock_buffer{256, 655'360};
    std::uint32_t piggyback_lock_bytes = 65'536;  // the largest operation that carries LOCK
    std::uint32_t scalable_fence_ranks = 1'024;   // with at least this number of ranks, FENCE uses a barrier
    std::uint32_t poke_responses = 128;           // progress is made after each READ while more responses are missing
    // The call of an operation waits while this number of responses is missing. With 0 it waits for all responses, with
    // -1 it never waits.
    std::int32_t wait_responses = 65'536;
    std::uint32_t whole_bytes = 960;  // a packet's data up to this size arrive together with its header
    // As in MPICH before 2020: FLUSH does not complete operations that other threads call while FLUSH waits.
    bool flush_checks_once = false;
    bool fixed = false;  // causes 1 and 2 of hangs (CH3-HANG-1, CH3-HANG-2) are fixed
    std::uint32_t message_eager_bytes = usual_message_limit;  // a longer message waits for its RECV
    std::uint32_t message_part_bytes = max_part_bytes;        // the data of twice this size are several packets
    CollectiveAlgorithms collectives;
    SizesOfWindows of_windows;  // overrides `slots` and the local pool sizes for single windows
};

}  // namespace rmasim::ch3
