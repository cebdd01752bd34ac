// The settings of MPICH's device ch4, with its defaults. Their names in MPICH begin with MPIR_CVAR_CH4_ (SPEC.md).
#pragma once

#include "protocol/base/atomic_ops.h"
#include "protocol/parts/collectives/collective_algorithms.h"
#include "protocol/parts/messages/message_limit.h"

#include <cstdint>
#include <vector>

namespace rmasim::ch4 {

// The operations that the network executes without the target's library (CH4-NATIVE-1).
enum class Native : std::uint8_t { none, put_get, all };
// The communication library below MPICH.
enum class Network : std::uint8_t { ucx, ofi };
// A promise of the program for concurrent accumulates on one location: all use the same operation, or that and NO_OP.
enum class AccumulateOps : std::uint8_t { same_op, same_op_no_op };

struct Config {
    Native native = Native::put_get;  // MPICH's choice for windows of WIN_CREATE and WIN_ALLOCATE
    Network network = Network::ucx;
    // Info keys of windows, which only OFI uses (CH4-NATIVE-7).
    bool disable_shm_accumulate = false;
    AccumulateOps accumulate_ops = AccumulateOps::same_op_no_op;
    std::vector<AtomicOp> which_accumulate_ops = every_atomic_op();
    // Operations on shared windows of the caller's node access memory, as with OFI in the library (CH4-NODE-2).
    bool direct_on_node = false;
    std::uint32_t flush_progress_interval = 1;  // every n-th FLUSH makes progress although nothing is missing; 0: none
    // The largest header of an active message, in bytes. An operation whose target datatype does not fit into the
    // header is announced (CH4-LARGE-1). Zero means the network's own limit.
    std::uint32_t am_header_bytes = 0;
    bool mem_efficient = false;                               // the state of a target is freed when its epoch ends
    bool fixed = false;                                       // the defects of DEVIATIONS.md are fixed
    std::uint32_t message_eager_bytes = usual_message_limit;  // a longer message waits for its RECV
    std::uint32_t message_part_bytes = max_part_bytes;        // the data of twice this size are several packets
    CollectiveAlgorithms collectives;
};

// Returns the largest header of an active message, in bytes. The limit of UCX is 16 KiB less 16 bytes. The limit of OFI
// is 255 bytes, because OFI stores the length in 8 bits (CH4-LARGE-1).
constexpr std::uint32_t max_header_bytes(const Config& config) {
    if (config.am_header_bytes != 0) return config.am_header_bytes;
    return config.network == Network::ofi ? 255 : 16'368;
}

}  // namespace rmasim::ch4
