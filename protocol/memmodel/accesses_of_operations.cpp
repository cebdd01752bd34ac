// The accesses of an operation: to its target, and to its buffers.
#include "protocol/memmodel/checker.h"
#include "protocol/memmodel/thread_state.h"

namespace rmasim::memmodel {

namespace {

// Returns the blocks of a vector that begins at `begin`. Padding counts as data.
Bytes bytes_of_vector(const Region& region, std::uint64_t begin) {
    const std::uint64_t size = bytes_of(region.datatype);
    if (region.block_length == region.stride || region.count <= region.block_length) {
        return {begin, region.count * size, 0, 1};
    }
    const std::uint32_t blocks = (region.count + region.block_length - 1) / region.block_length;
    const std::uint64_t missing = (std::uint64_t{blocks} * region.block_length - region.count) * size;
    return {begin, region.block_length * size, region.stride * size, blocks, missing};
}

AccessKind kind_at_target(OpKind kind) {
    if (kind == OpKind::put) return AccessKind::put;
    return kind == OpKind::get ? AccessKind::get : AccessKind::accumulate;
}

}  // namespace

// Returns the bytes that the operation accesses at its target. There are two pieces if an element has padding between
// its members. `made` has storage for pieces that the event does not contain.
std::span<const TargetPiece> Checker::target_pieces(const Operation& operation, const Buffers& buffers,
                                                    std::array<TargetPiece, 2>& made) {
    if (!buffers.targets.empty()) return buffers.targets;
    const Window& window = windows_.of(operation.target, operation.window);
    const Region region = in_bytes(operation.region, window.disp_units[static_cast<std::size_t>(operation.target)]);
    const std::uint64_t begin = shadow_.part(operation.target, operation.window).base + region.disp;
    if (!region.basic()) {
        made[0] = {bytes_of_vector(region, begin)};
        return std::span(made).first(1);
    }
    std::size_t count = 0;
    members_of(region.datatype).for_each([&](const Run& member) {
        made[count++] = {member_of_each(member, begin, bytes_of(region.datatype), region.count), member.begin};
    });
    return std::span(made).first(count);
}

Access Checker::target_side(const Origin& origin, const Operation& operation, const SpanRef& span,
                            const TargetPiece& piece) {
    const Part& part = shadow_.part(operation.target, operation.window);
    const Window& window = windows_.of(operation.target, operation.window);
    Class is;
    is.kind = kind_at_target(operation.kind);
    is.window = operation.window;
    if (is.kind == AccessKind::accumulate) {
        is.swaps = operation.kind == OpKind::compare_and_swap;
        is.op = is.swaps ? ReduceOp::replace : operation.reduce;
        is.datatype = operation.region.datatype;
        is.misaligned = static_cast<std::uint8_t>((piece.bytes.begin - piece.in_element) % bytes_of(is.datatype));
        is.in_any_order = window.in_any_order;
    }
    Access made = access(origin, is, operation.target, part.memory, piece.bytes);
    made.span = span;
    made.operation = operation.kind;
    return made;
}

void Checker::buffer_side(const Origin& origin, const ThreadState& thread, const Buffer& buffer, AccessKind kind,
                          OpKind operation, const SpanRef& span, bool message, Rank owner) {
    if (buffer.bytes.empty()) return;
    buffers_used_ = span;
    Class is;
    is.kind = kind;
    is.buffer = true;
    is.message = message;
    Access made = access(origin, is, owner == no_rank ? origin.rank : owner, buffer.memory, buffer.bytes);
    made.span = span;
    made.operation = operation;
    shadow_.add(made, {thread.clock.now()});
}

void Checker::buffer_sides(const Origin& origin, const ThreadState& thread, const Buffers& buffers, OpKind operation,
                           const SpanRef& span, bool message) {
    buffer_side(origin, thread, buffers.source, AccessKind::load, operation, span, message);
    buffer_side(origin, thread, buffers.result, AccessKind::store, operation, span, message);
    for (const auto& [bytes, owner] : buffers.sources) {
        buffer_side(origin, thread, {buffers.source.memory, bytes}, AccessKind::load, operation, span, message, owner);
    }
    for (const auto& [bytes, owner] : buffers.results) {
        buffer_side(origin, thread, {buffers.result.memory, bytes}, AccessKind::store, operation, span, message, owner);
    }
}

void Checker::uses(const Origin& origin, std::uint64_t request, const Buffers& buffers) {
    buffers_used_ = nullptr;
    if (buffers.none()) return;
    const SpanRef span = std::make_shared<Span>();
    buffer_sides(origin, state(origin), buffers, OpKind::put, span, true);
    used_[{origin.rank, request}] = span;
}

void Checker::used(const Origin& origin, std::uint64_t request) {
    const auto found = used_.find({origin.rank, request});
    if (found == used_.end()) return;
    found->second->end_at(state(origin).clock.point(), Call::request_wait);
    used_.erase(found);
}

}  // namespace rmasim::memmodel
