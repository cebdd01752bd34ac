// Constructors of steps, for builders.
#pragma once

#include "protocol/collectives/schedule.h"

namespace rmasim::schedules {

constexpr Slice first_of(Buffer buffer, std::uint32_t count) { return {buffer, 0, count}; }

constexpr Step room(Buffer buffer, std::uint32_t count) {
    return {.kind = StepKind::room, .slice = first_of(buffer, count)};
}
constexpr Step move(Buffer to, Buffer from) {
    return {.kind = StepKind::move, .slice = first_of(to, 0), .other = first_of(from, 0)};
}
constexpr Step copy(Slice to, Slice from) { return {.kind = StepKind::copy, .slice = to, .other = from}; }
// Copies `times` slices. The first ones are `to` and `from`. Others begin a multiple of the strides behind them.
constexpr Step copies(std::uint32_t times, Slice to, std::int64_t stride, Slice from, std::uint64_t from_stride) {
    return {.kind = StepKind::copy,
            .slice = to,
            .other = from,
            .times = times,
            .stride = stride,
            .other_stride = from_stride};
}
constexpr Step send(Rank peer, std::uint32_t round, Slice slice) {
    return {.kind = StepKind::send, .peer = peer, .round = round, .slice = slice};
}
constexpr Step receive(Rank peer, std::uint32_t round, Slice slice) {
    return {.kind = StepKind::receive, .peer = peer, .round = round, .slice = slice};
}
// The result replaces `lower`.
constexpr Step reduce(Slice lower, Slice upper) { return {.kind = StepKind::reduce, .slice = lower, .other = upper}; }
// The result replaces `upper`.
constexpr Step reduce_up(Slice lower, Slice upper) {
    return {.kind = StepKind::reduce, .into_other = true, .slice = lower, .other = upper};
}
// The result replaces `own`. `theirs` is the lower operand if `theirs_is_lower`.
constexpr Step reduce_into(Slice own, Slice theirs, bool theirs_is_lower) {
    return theirs_is_lower ? reduce_up(theirs, own) : reduce(own, theirs);
}

}  // namespace rmasim::schedules
