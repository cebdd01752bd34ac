// The settings of family oldqueue, the protocol of the old MPICH notes.
#pragma once

#include "protocol/parts/collectives/collective_algorithms.h"
#include "protocol/parts/messages/message_limit.h"

#include <cstdint>

namespace rmasim::oldqueue {

enum class UnlockKind : std::uint8_t {
    acknowledged,  // UNLOCK returns when the target has done all operations of the epoch
    local,         // as in the notes: UNLOCK returns when the operations are complete at their origin
};

// The order in which waiting requests get a lock that becomes free (OQ-LOCK-3).
enum class GrantOrder : std::uint8_t {
    scan,   // as in the notes: the round continues with the requests behind the UNLOCK
    queue,  // a new round begins at the oldest request
    fifo,   // like `queue`, and a shared request waits behind an older exclusive request
};

enum class LocalLock : std::uint8_t {
    loop,    // as in the notes: LOCK of the own window tries, makes progress, tries again
    queued,  // LOCK of the own window waits in the process's queue, like all other requests
};

enum class FenceKind : std::uint8_t {
    counts,   // each process sends to each other process the number of its operations on that process
    barrier,  // operations are acknowledged, and a barrier follows
};

// The source of the sizes of other processes' windows, with which an origin checks addresses (OQ-CREATE-1,
// OQ-CREATE-2).
enum class WindowInfo : std::uint8_t {
    given,       // no source: windows exist from the start of the run, and addresses are not checked
    all_to_all,  // each process sends its sizes to all others before its first call
    lazy,        // the first operation to a target requests the target's size, and waits for the answer
};

enum class Serves : std::uint8_t {
    calls,            // every MPI call serves requests
    synchronisation,  // only FENCE, POST, START, COMPLETE, WAIT, TEST, LOCK, UNLOCK serve requests (OQ-AGENT-5)
};

// The optimisations that send one message instead of three (OQ-PUT-3).
struct Optimizations {
    bool single_op = true;  // LOCK is piggybacked on the first operation
    bool piggyback = true;  // the last operation is held back and carries UNLOCK, COMPLETE or RMA_DONE
};

struct Config {
    UnlockKind unlock = UnlockKind::acknowledged;
    GrantOrder grant_order = GrantOrder::scan;
    LocalLock local_lock = LocalLock::loop;
    FenceKind fence = FenceKind::counts;
    std::uint32_t eager_bytes = 1024;  // a PUT or ACC of more data is long: it is sent as RTS, CTS and data
    WindowInfo window_info = WindowInfo::given;
    Serves serves = Serves::calls;
    Optimizations optimizations;
    std::uint32_t message_eager_bytes = usual_message_limit;  // a longer message waits for its RECV
    std::uint32_t message_part_bytes = max_part_bytes;        // the data of twice this size are several packets
    CollectiveAlgorithms collectives;
};

}  // namespace rmasim::oldqueue
