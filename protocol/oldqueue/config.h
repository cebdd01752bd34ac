// The settings of the old MPICH notes.
#pragma once

#include "protocol/parts/collective_algorithms.h"
#include "protocol/parts/message_limit.h"

#include <cstdint>

namespace rmasim::oldqueue {

enum class UnlockKind : std::uint8_t {
    acknowledged,  // UNLOCK returns when its target has done everything
    local,         // the notes: UNLOCK returns when the operations are complete at their origin
};

// Which request gets a lock that becomes free (OQ-LOCK-3).
enum class GrantOrder : std::uint8_t {
    scan,   // the notes: the round goes on with the requests behind the UNLOCK
    queue,  // the round begins again at the oldest request
    fifo,   // so, and a shared request waits behind an older exclusive one
};

enum class LocalLock : std::uint8_t {
    loop,    // the notes: LOCK of the own window tries, makes progress, tries again
    queued,  // it stands in the own queue, like all others, and waits there
};

enum class FenceKind : std::uint8_t {
    counts,   // everybody tells everybody the number of operations
    barrier,  // operations are acknowledged, then there is a barrier
};

// How an origin learns the sizes of others' windows, to check addresses (OQ-CREATE-1, OQ-CREATE-2).
enum class WindowInfo : std::uint8_t {
    given,       // not at all: windows are simply there
    all_to_all,  // everybody tells everybody before the first call
    lazy,        // the first operation to a target asks it, and waits
};

enum class Serves : std::uint8_t {
    calls,            // every MPI call serves requests
    synchronisation,  // only FENCE, POST, START, COMPLETE, WAIT, TEST, LOCK and UNLOCK do (OQ-AGENT-5)
};

// OQ-PUT-3.
struct Optimizations {
    bool single_op = true;  // LOCK is piggybacked on the first operation
    bool piggyback = true;  // the last operation is held back and carries UNLOCK, COMPLETE or RMA_DONE
};

struct Config {
    UnlockKind unlock = UnlockKind::acknowledged;
    GrantOrder grant_order = GrantOrder::scan;
    LocalLock local_lock = LocalLock::loop;
    FenceKind fence = FenceKind::counts;
    std::uint32_t eager_bytes = 1024;  // a PUT or ACC of more data is long: RTS, CTS, data
    WindowInfo window_info = WindowInfo::given;
    Serves serves = Serves::calls;
    Optimizations optimizations;
    std::uint32_t message_eager_bytes = no_message_limit;  // a longer message waits for its RECV
    CollectiveAlgorithms collectives;
};

}  // namespace rmasim::oldqueue
