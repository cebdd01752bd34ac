// The settings of MPICH's CH3 device, with its defaults. Their names in MPICH begin with MPIR_CVAR_CH3_RMA_ (SPEC.md).
#pragma once

#include "protocol/parts/collective_algorithms.h"
#include "protocol/parts/message_limit.h"
#include "protocol/parts/sizes.h"

#include <cstdint>

namespace rmasim::ch3 {

inline constexpr std::int32_t never = -1;

struct Config {
    bool delay_issuing = false;     // true: the latest operation to each target is held back to carry flags
    std::uint32_t slots = 262'144;  // of a window; at most the number of ranks is used
    PoolSize op_pool{256, 16'384};
    PoolSize target_pool{256, 16'384};  // of `local` at most the number of ranks is used
    LockBuffer lock_buffer{256, 655'360};
    std::uint32_t piggyback_lock_bytes = 65'536;  // the largest operation that carries LOCK
    std::uint32_t scalable_fence_ranks = 1'024;   // with at least so many ranks FENCE uses the scalable algorithm
    std::uint32_t poke_responses = 128;           // while more are missing, progress is made after each READ
    std::int32_t wait_responses = 65'536;         // operations wait while so many are missing; 0: for all; -1: never
    std::uint32_t whole_bytes = 960;              // a payload up to this size arrives together with its header
    bool flush_checks_once = false;               // as before 2020: FLUSH misses concurrent posts of other threads
    bool fixed = false;                          // causes 1 and 2 of the hangs are fixed
    std::uint32_t message_eager_bytes = no_message_limit;  // a longer message waits for its RECV
    CollectiveAlgorithms collectives;
    SizesOfWindows of_windows;  // overrides `slots` and the local pool sizes for single windows
};

}  // namespace rmasim::ch3
