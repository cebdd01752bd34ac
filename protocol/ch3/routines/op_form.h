// The form in which an operation is sent: immediate, in units, with LOCK or without (CH3-PKT-3 to CH3-PKT-5,
// CH3-STREAM-1).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Sets the members of a new element that follow from its operation.
void set_form(EngineState& engine, OperationElement& op, const Operation& operation);

// Returns the first element and the number of elements of unit number `unit`.
Unit unit_at(const OperationElement& op, std::uint32_t unit);

// Calls `visit(Region)` for each contiguous run of `region` that holds elements of `unit`, in order.
template <class Visit>
void for_each_piece(const Region& region, Unit unit, Visit visit) {
    Region piece = region;
    piece.block_length = piece.stride = 0;
    const std::uint32_t block = region.basic() ? region.count : region.block_length;
    const std::uint64_t stride = region.basic() ? region.count : region.stride;
    std::uint32_t at = unit.first;
    const std::uint32_t end = unit.first + unit.count;
    while (at < end) {
        const std::uint32_t in_block = at % block;
        piece.count = std::min(end - at, block - in_block);
        piece.disp = region.disp + (at / block * stride + in_block) * bytes_of(region.datatype);
        visit(piece);
        at += piece.count;
    }
}

}  // namespace rmasim::ch3
