// The accesses of an operation: to its target, and to its buffers.
#include "protocol/base/call_table.h"
#include "protocol/memmodel/checker.h"
#include "protocol/memmodel/thread_state.h"

#include <algorithm>
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

Access Checker::target_side(const Origin& origin, const CallRequest& call, const SpanRef& span,
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

void Checker::buffer_side(const Origin& origin, const ThreadState& thread, const Buffer& buffer, AccessKind kind,
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

void Checker::buffer_sides(const Origin& origin, const ThreadState& thread, const Buffers& buffers, Call call,
                           const SpanRef& span, bool message) {
    buffer_side(origin, thread, buffers.source, AccessKind::load, call, span, message);
    buffer_side(origin, thread, buffers.result, AccessKind::store, call, span, message);
    for (const auto& [bytes, owner] : buffers.sources) {
        buffer_side(origin, thread, {buffers.source.memory, bytes}, AccessKind::load, call, span, message, owner);
    }
    for (const auto& [bytes, owner] : buffers.results) {
        buffer_side(origin, thread, {buffers.result.memory, bytes}, AccessKind::store, call, span, message, owner);
    }
    if (setup_.predicts) need(state(origin), std::exchange(read_by_buffers_, {}));
}

void Checker::uses(const Origin& origin, std::uint64_t request, const Buffers& buffers) {
    buffers_used_ = nullptr;
    if (buffers.none()) return;
    const SpanRef span = make_ref<Span>();
    buffer_sides(origin, state(origin), buffers, Call::none, span, true);
    used_[{origin.rank, request}] = span;
}

void Checker::used(const Origin& origin, std::uint64_t request) {
    const auto found = used_.find({origin.rank, request});
    if (found == used_.end()) return;
    found->second->end_at(state(origin).clock.point(), Call::request_wait);
    used_.erase(found);
}

Toward& Checker::open_toward(Rank rank, const ThreadState& thread, const Operation& operation) {
    OriginState& origin = windows_.of(rank, operation.window).origins[static_cast<std::size_t>(rank)];
    Toward& toward = origin.toward(operation.target);
    if (toward.mode == Mode::none) {
        if (origin.lock_all) {
            toward.mode = Mode::lock_all;
            toward.known = toward.nocheck = origin.nocheck;
        } else if (!origin.started) {
            toward.mode = Mode::fence;
            toward.nth = origin.fences;
        }
    }
    hold(rank, toward);
    const bool several = setup_.threads_may_start || threads_of_[at(rank)].size() > 1;
    if (several && is_lock(toward.mode) && toward.remote.calls == nullptr) {
        auto& [remote, reads, local] = origin.completing[operation.target];
        for (CompletingCallsRef* calls : {&remote, &reads, &local}) {
            if (*calls == nullptr) *calls = std::make_shared<CompletingCalls>();
        }
        toward.remote.calls = remote;
        toward.reads.calls = reads;
        toward.local.calls = local;
    }
    const bool is_new = toward.remote.open == nullptr;
    const SpanRef& span = open_span(thread, toward, toward.remote);
    if (is_new) ends_with_epoch(rank, operation, toward, span);
    return toward;
}

// Operations between fences and in PSCW end with the target's epoch.
void Checker::ends_with_epoch(Rank rank, const Operation& operation, const Toward& toward, const SpanRef& span) {
    Window& window = windows_.of(rank, operation.window);
    if (toward.mode == Mode::fence) {
        window.fence(toward.nth, setup_.threads.size()).spans.push_back({span, operation.target});
    } else if (toward.mode == Mode::pscw) {
        window.pairs[{rank, operation.target}].round(toward.nth).spans.push_back(span);
    }
}

SpanRef Checker::new_span(const ThreadState& thread, const Toward& toward, const Outstanding& among) {
    SpanRef made = make_ref<Span>();
    made->mode = toward.mode;
    if (&among != &toward.local) made->section = toward.section;
    if (among.calls == nullptr) return made;
    made->called_by = thread.clock.now().thread;
    made->called = thread.clock.now().own;
    among.calls->note(made);
    return made;
}

// Returns the span of new accesses. Accesses share it that all threads are ordered after, or none: those of one thread
// between two moments.
const SpanRef& Checker::open_span(const ThreadState& thread, const Toward& toward, Outstanding& among) {
    SpanRef& open = among.open;
    const Moment& now = thread.clock.now();
    if (open != nullptr && among.calls != nullptr && (open->called_by != now.thread || open->called != now.own)) {
        among.others.push_back(std::exchange(open, nullptr));
    }
    if (open == nullptr) open = new_span(thread, toward, among);
    return open;
}

// Returns the span of the operation's buffers. Null if it has none.
SpanRef Checker::buffers_of(ThreadState& thread, Toward& toward, Call call, const Buffers& buffers) {
    if (description_of(call).has(Argument::new_request)) {
        thread.made.buffers = new_span(thread, toward, toward.local);
        std::erase_if(toward.local.others, [](const SpanRef& one) { return one->ended(); });
        toward.local.others.push_back(thread.made.buffers);
        return thread.made.buffers;
    }
    return buffers.none() ? nullptr : open_span(thread, toward, toward.local);
}

// Returns the span of an operation that only reads at its target: it ends when its results are available (MM-END-2).
// Null if the operation also writes.
SpanRef Checker::reads_of(Rank rank, ThreadState& thread, Toward& toward, const CallRequest& call) {
    const Operation& operation = call.operation;
    const bool no_op = operation.kind != OpKind::compare_and_swap && operation.reduce == ReduceOp::no_op;
    if (operation.kind != OpKind::get && !no_op) return nullptr;
    if (description_of(call.call).has(Argument::new_request)) {
        thread.made.reads = new_span(thread, toward, toward.reads);
        std::erase_if(toward.reads.others, [](const SpanRef& one) { return one->ended(); });
        ends_with_epoch(rank, operation, toward, thread.made.reads);
        return toward.reads.others.emplace_back(thread.made.reads);
    }
    const bool is_new = toward.reads.open == nullptr;
    const SpanRef& span = open_span(thread, toward, toward.reads);
    if (is_new) ends_with_epoch(rank, operation, toward, span);
    return span;
}

// True if an epoch was ever opened. If not, the call is refused, and no event follows it.
bool Checker::has_epoch(Rank rank, const Operation& operation) {
    OriginState& origin = windows_.of(rank, operation.window).origins[static_cast<std::size_t>(rank)];
    const Toward* const toward = origin.find(operation.target);
    return origin.fences > 0 || origin.lock_all || origin.started || (toward != nullptr && toward->mode != Mode::none);
}

void Checker::operation(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers) {
    const Operation& operation = call.operation;
    if (!has_epoch(origin.rank, operation)) {
        if (setup_.counted != Guarantee::nothing) counted_operation(origin, thread, call, buffers);
        return;
    }
    Toward& toward = open_toward(origin.rank, thread, operation);
    const SpanRef local = buffers_of(thread, toward, call.call, buffers);
    buffer_sides(origin, thread, buffers, call.call, local);
    note_result(thread, toward, call);
    SpanRef remote = toward.remote.open;
    Moment called = thread.clock.now();
    if (values_.watched() && values_.may_carry(operation)) remote = note_call(thread, toward, call, called);
    if (const SpanRef reads = reads_of(origin.rank, thread, toward, call); reads != nullptr) remote = reads;
    const NeededRef needed = needed_of(thread, toward, call.call, operation.kind);
    std::array<TargetPiece, 2> made;
    for (const TargetPiece& piece : target_pieces(operation, buffers, made)) {
        const Access one = target_side(origin, call, remote, piece);
        reach_target(toward, operation.window, {one, called, needed});
    }
}

}  // namespace rmasim::memmodel
