#include "protocol/memmodel/shadow/accesses.h"

#include <utility>

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

Access Accesses::access(const Origin& origin, const Class& is, Rank owner, MemoryId memory, const Bytes& bytes) const {
    Access made;
    made.is = is;
    made.rank = owner;
    made.memory = memory;
    made.bytes = bytes;
    made.thread = threads_.index(origin);
    made.location = origin.location;
    made.time = origin.time;
    return made;
}

void Accesses::load(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner) {
    local(origin, {.kind = AccessKind::load, .manner = manner}, owner, memory, bytes);
}

void Accesses::store(const Origin& origin, Rank owner, MemoryId memory, const Bytes& bytes, Manner manner) {
    local(origin, {.kind = AccessKind::store, .manner = manner}, owner, memory, bytes);
}

// In a prediction, a thread may need a store or an operation of another thread, but not the accesses that follow the
// store or the call. So the accesses of later statements have a later tick. Programs under `exec` report the accesses
// between two calls in no order. So in these programs all accesses between two calls have the same tick (MM-BOUND-7).
void Accesses::separate_from_writes(ThreadState& thread, const Origin& origin, const Class& is) const {
    if (!separates()) return;
    const bool other = thread.wrote.location != origin.location;
    if (other && thread.wrote.tick == thread.clock.now().own) thread.clock.point();
    if (!is.reads_only()) thread.wrote = {origin.location, thread.clock.now().own};
}

void Accesses::local(const Origin& origin, const Class& is, Rank owner, MemoryId memory, const Bytes& bytes) {
    ThreadState& thread = threads_.state(origin);
    separate_from_writes(thread, origin, is);
    const Moment& now = thread.clock.now();
    if (thread.now == nullptr || thread.now->end != now.own) {
        thread.now = make_ref<Span>();
        thread.now->end_at(now, Call::none);
    }
    Access made = access(origin, is, owner, memory, bytes);
    made.span = thread.now;
    shadow_.add(made, {now});
    if (setup_.predicts) order_.need(thread, shadow_.writes_read(made, {now}));
}

void Accesses::add_buffer(const Origin& origin, const ThreadState& thread, const Buffer& buffer, AccessKind kind,
                          Call call, const SpanRef& span, bool message, Rank owner) {
    if (buffer.bytes.empty()) return;
    buffers_used_ = span;
    Class is;
    is.kind = kind;
    is.buffer = true;
    is.message = message;
    Access made = access(origin, is, owner == no_rank ? origin.rank : owner, buffer.memory, buffer.bytes);
    made.span = span;
    made.call = call;
    shadow_.add(made, {thread.clock.now()});
    if (setup_.predicts) read_by_buffers_.add(shadow_.writes_read(made, {thread.clock.now()}));
}

void Accesses::add_buffers(const Origin& origin, ThreadState& thread, const Buffers& buffers, Call call,
                           const SpanRef& span, bool message) {
    add_buffer(origin, thread, buffers.source, AccessKind::load, call, span, message);
    add_buffer(origin, thread, buffers.result, AccessKind::store, call, span, message);
    for (const auto& [bytes, owner] : buffers.sources) {
        add_buffer(origin, thread, {buffers.source.memory, bytes}, AccessKind::load, call, span, message, owner);
    }
    for (const auto& [bytes, owner] : buffers.results) {
        add_buffer(origin, thread, {buffers.result.memory, bytes}, AccessKind::store, call, span, message, owner);
    }
    need_buffers(thread);
}

void Accesses::uses(const Origin& origin, std::uint64_t request, const Buffers& buffers) {
    forget_buffers_used();
    if (buffers.none()) return;
    const SpanRef span = make_ref<Span>();
    add_buffers(origin, threads_.state(origin), buffers, Call::none, span, true);
    used_[{origin.rank, request}] = span;
}

void Accesses::used(const Origin& origin, std::uint64_t request) {
    const auto found = used_.find({origin.rank, request});
    if (found == used_.end()) return;
    found->second->end_at(threads_.state(origin).clock.point(), Call::request_wait);
    used_.erase(found);
}

std::span<const TargetPiece> Accesses::target_pieces(const Operation& operation, const Buffers& buffers,
                                                     std::array<TargetPiece, 2>& made) {
    if (!buffers.targets.empty()) return buffers.targets;
    const Window& window = windows_.of(operation.target, operation.window);
    const Region region = in_bytes(operation.region, window.disp_units[at(operation.target)]);
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

Access Accesses::target_side(const Origin& origin, const CallRequest& call, const SpanRef& span,
                             const TargetPiece& piece) {
    const Operation& operation = call.operation;
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
        is.same_op = window.same_op;
    }
    Access made = access(origin, is, operation.target, part.memory, piece.bytes);
    made.span = span;
    made.call = call.call;
    return made;
}

void Accesses::add(const Pending& operation, const Start& start) {
    shadow_.add(operation.access, start);
    if (operation.needed != nullptr) operation.needed->add(shadow_.writes_read(operation.access, start));
}

void Accesses::attach_or_detach(const Origin& origin, ThreadState& thread, const Buffer& memory) {
    const Moment now = thread.clock.point();
    Run bytes = memory.bytes.run(0);
    if (thread.call == Call::win_attach) shadow_.attach(origin.rank, thread.window, bytes, now);
    else bytes = shadow_.detach(origin.rank, thread.window, bytes.begin, now);
    Class is;
    is.kind = AccessKind::attach;
    is.window = thread.window;
    Access made = access(origin, is, origin.rank, memory.memory, of_run(bytes));
    made.span = make_ref<Span>();
    made.span->end_at(now, thread.call);
    shadow_.add(made, {now});
}

}  // namespace rmasim::memmodel
