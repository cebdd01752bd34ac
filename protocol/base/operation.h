// An RMA operation with the arguments of the program's call.
#pragma once

#include "protocol/base/types.h"

#include <algorithm>

namespace rmasim {

// An operator of the program, for reductions of collective calls (MPI_OP_CREATE). It must be associative.
struct UserOperator {
    std::uint32_t number = 0;  // the program's number of the operator, the same in all processes
    bool commutative = true;
};

// A location in the origin's memory that holds an operation's data or receives its result. Only the world interprets
// the three words. The core passes them back to the world, so user data never pass through the protocol.
struct OriginBuffer {
    std::int64_t first = 0;
    std::int64_t second = 0;
    std::uint32_t tag = 0;
};

// The elements that an operation accesses in its target's window: a contiguous sequence of a predefined ("basic")
// datatype, a vector of blocks (MPI_TYPE_VECTOR), or irregular blocks (MPI_TYPE_INDEXED, MPI_TYPE_CREATE_STRUCT, ...),
// whose lengths and displacements only the world has.
struct Region {
    static constexpr std::uint32_t irregular_bit = 0x8000'0000;

    // Displacement of the first element from the start of the window. The unit is the *target's* disp_unit in
    // operations and packets, because no origin stores the units of all targets. The unit is bytes in calls of Memory.
    // The process that accesses memory converts the displacement (`in_bytes`).
    std::uint64_t disp = 0;
    std::uint32_t count = 0;         // number of elements
    // The number of elements per block; 0 if the region is contiguous. If the region is irregular, this member holds
    // irregular_bit + the number of blocks.
    std::uint32_t block_length = 0;
    // The number of elements from the start of a block to the start of the next block, at least block_length. If the
    // region is irregular, this member holds the number under which the World stores the list of the blocks.
    std::uint32_t stride = 0;
    Datatype datatype = Datatype::byte;

    bool basic() const { return block_length == 0; }
    bool irregular() const { return (block_length & irregular_bit) != 0; }
    // Number of blocks; 1 for a basic datatype.
    std::uint32_t blocks() const {
        if (irregular()) return block_length & ~irregular_bit;
        return basic() ? 1 : (count + block_length - 1) / block_length;
    }
    // True if there are no gaps between the elements.
    bool contiguous() const {
        return basic() || (!irregular() && (count <= block_length || block_length == stride));
    }
    std::uint32_t bytes() const { return count * static_cast<std::uint32_t>(bytes_of(datatype)); }
    // Returns the bytes from the first byte to the last, gaps included.
    std::uint64_t extent_bytes() const {
        if (basic() || count == 0) return bytes();
        const std::uint64_t last_block = (count - 1) / block_length;
        const std::uint64_t in_last_block = count - last_block * block_length;
        return (last_block * stride + in_last_block) * bytes_of(datatype);
    }
};

// Returns the region with its displacement in bytes, as Memory requires.
inline Region in_bytes(Region region, std::uint32_t disp_unit) {
    region.disp *= disp_unit;
    return region;
}

// Calls `visit(Region)` for each contiguous run of elements `first` to `first + count - 1` of a region that is not
// irregular, in order. Displacements are in bytes.
template <class Visit>
void for_each_piece(const Region& region, std::uint32_t first, std::uint32_t count, Visit visit) {
    Region piece = region;
    piece.block_length = piece.stride = 0;
    const std::uint32_t block = region.basic() ? region.count : region.block_length;
    const std::uint64_t stride = region.basic() ? region.count : region.stride;
    std::uint32_t at = first;
    const std::uint32_t end = first + count;
    while (at < end) {
        const std::uint32_t in_block = at % block;
        piece.count = std::min(end - at, block - in_block);
        piece.disp = region.disp + (at / block * stride + in_block) * bytes_of(region.datatype);
        visit(piece);
        at += piece.count;
    }
}

// Returns the number of elements that an operation sends to its target. `count` is the count of its region.
constexpr std::uint32_t elements_sent(OpKind kind, ReduceOp reduce, std::uint32_t count) {
    if (kind == OpKind::get || reduce == ReduceOp::no_op) return 0;
    return kind == OpKind::compare_and_swap ? 2 : count;
}

// An RMA operation: kind, target, region, and the caller's buffers.
struct Operation {
    OpKind kind = OpKind::put;
    ReduceOp reduce = ReduceOp::replace;  // accumulate, get_accumulate, fetch_and_op
    WindowId window = 0;
    Rank target = 0;
    Region region;
    OriginBuffer origin;             // the data sent; compare_and_swap: the new value, then the value to compare with
    OriginBuffer result;             // receives fetched data
    RequestId request = no_request;  // r-forms: from Engine::new_request
    bool origin_derived = false;     // `origin` or `result` has a derived datatype

    std::uint32_t elements_sent() const { return rmasim::elements_sent(kind, reduce, region.count); }
    std::uint32_t bytes_sent() const { return elements_sent() * static_cast<std::uint32_t>(bytes_of(region.datatype)); }
};

}  // namespace rmasim
