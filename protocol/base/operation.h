// One RMA operation as the user posted it.
#pragma once

#include "protocol/base/types.h"

namespace rmasim {

// Where in the calling rank's memory an operation reads or leaves its local data. Only the world that made it knows
// what it means; the core carries it and hands it back, so that user data never passes through the protocol.
struct OriginBuffer {
    std::int64_t first = 0;
    std::int64_t second = 0;
    std::uint32_t tag = 0;
};

// The elements an operation touches in its target's window: one run of a predefined ("basic") datatype, or a vector of
// blocks (MPI_TYPE_VECTOR).
struct Region {
    // Of the first element, from the window's start: in operations and packets in units of the *target's* disp_unit,
    // because no origin keeps the units of all others; for Memory in bytes. The process that accesses memory scales it
    // (`in_bytes`).
    std::uint64_t disp = 0;
    std::uint32_t count = 0;         // elements in all
    std::uint32_t block_length = 0;  // elements in a block; 0: one run, no vector
    std::uint32_t stride = 0;        // elements from the start of one block to the next, at least block_length
    Datatype datatype = Datatype::byte;

    bool basic() const { return block_length == 0; }
    std::uint32_t bytes() const { return count * static_cast<std::uint32_t>(bytes_of(datatype)); }
    // From the first byte to the last, gaps included.
    std::uint64_t extent_bytes() const {
        if (basic() || count == 0) return bytes();
        const std::uint64_t last_block = (count - 1) / block_length;
        const std::uint64_t in_last_block = count - last_block * block_length;
        return (last_block * stride + in_last_block) * bytes_of(datatype);
    }
};

// The region as Memory takes it.
inline Region in_bytes(Region region, std::uint32_t disp_unit) {
    region.disp *= disp_unit;
    return region;
}

// Number of elements that an operation sends to its target; `count` is that of its region.
constexpr std::uint32_t elements_sent(OpKind kind, ReduceOp reduce, std::uint32_t count) {
    if (kind == OpKind::get || reduce == ReduceOp::no_op) return 0;
    return kind == OpKind::compare_and_swap ? 2 : count;
}

struct Operation {
    OpKind kind = OpKind::put;
    ReduceOp reduce = ReduceOp::replace;  // accumulate, get_accumulate, fetch_and_op
    WindowId window = 0;
    Rank target = 0;
    Region region;
    OriginBuffer origin;             // data sent; compare_and_swap: two elements, the new value and the one to compare
    OriginBuffer result;             // where fetched data goes
    RequestId request = no_request;  // r-forms: from Engine::new_request
    bool origin_derived = false;     // the origin's data, or the result, lie there in a derived datatype

    std::uint32_t elements_sent() const { return rmasim::elements_sent(kind, reduce, region.count); }
    std::uint32_t bytes_sent() const { return elements_sent() * static_cast<std::uint32_t>(bytes_of(region.datatype)); }
};

}  // namespace rmasim
