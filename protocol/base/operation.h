// One RMA operation as the user posted it.
#pragma once

#include "protocol/base/types.h"

namespace rmasim {

// Where in the calling rank's memory an operation reads or leaves its local data. The world that made it gives it a
// meaning; the core carries it and hands it back, so that window contents never pass through the protocol.
struct OriginBuffer {
    std::uint32_t tag = 0;
    std::int64_t first = 0;
    std::int64_t second = 0;
};

struct Operation {
    OpKind kind = OpKind::put;
    Datatype datatype = Datatype::byte;
    ReduceOp reduce = ReduceOp::replace;  // accumulate only
    WindowId window = 0;
    Rank target = 0;
    std::uint64_t disp_bytes = 0;  // from the start of the target's window
    std::uint32_t count = 0;       // elements of `datatype`
    OriginBuffer origin;

    std::uint32_t bytes() const { return count * static_cast<std::uint32_t>(bytes_of(datatype)); }
};

}  // namespace rmasim
