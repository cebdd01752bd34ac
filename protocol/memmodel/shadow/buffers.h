// The arguments of the events that the checker reads: the thread of an event, and the bytes that a call accesses.
#pragma once

#include "protocol/base/types.h"
#include "protocol/memmodel/shadow/bytes.h"

#include <cstdint>
#include <vector>

namespace rmasim::memmodel {

// The thread of an event, with the event's location and time. Location and time are numbers that the caller chooses;
// findings contain them.
struct Origin {
    Rank rank = no_rank;
    std::uint32_t thread = 0;
    std::uint32_t location = 0;
    std::int64_t time = 0;
};

// Bytes of the calling rank.
struct Buffer {
    MemoryId memory = 0;
    Bytes bytes{0, 0, 0, 0};
};
// Some bytes of a buffer that is not contiguous. In shared memory, the bytes may belong to another rank, `owner`.
struct Piece {
    Bytes bytes;
    Rank owner = no_rank;
};
// Bytes that an operation accesses at its target: whole elements, or the same member of each element.
struct TargetPiece {
    Bytes bytes;
    std::uint64_t in_element = 0;  // offset of these bytes in each element
};
// The buffers of a call. An operation reads its source and writes its result until local completion. SEND reads its
// source, RECV writes its result, a collective call does both. For WIN_ATTACH, the result is the attached memory. For
// WIN_DETACH, the result is the first byte of that memory.
struct Buffers {
    Buffer source, result;
    // Used by operations whose data are not one regular sequence of runs. `sources` and `results` then replace the
    // bytes of `source` and `result`, in the same memories. `targets` replaces the operation's region at the target.
    std::vector<Piece> sources{}, results{};
    std::vector<TargetPiece> targets{};

    bool none() const { return source.bytes.empty() && result.bytes.empty() && sources.empty() && results.empty(); }
};

}  // namespace rmasim::memmodel
