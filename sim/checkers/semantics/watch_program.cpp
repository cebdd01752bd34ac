// The part of Watch that handles programs that run during the simulation. The checker has one memory for each rank, and
// the offset of a byte in this memory is its address. So windows, data of operations and buffers of messages overlap in
// the checker exactly if their addresses overlap.
//
// watch_accesses.cpp handles the loads and stores of the program itself.
#include "protocol/base/call_table.h"
#include "sim/checkers/semantics/watch.h"

#include <utility>

namespace rmasim::sim::semantics {

namespace {

// Calls `visit(bytes, offset in each element)` for each member of the datatype, for example the value and the index of
// a pair type. `bytes` covers this member in all elements of `run`, without padding. If the last element of the run is
// incomplete, the function calls `visit` once, for the whole run.
void each_member(const ByteRun& run, Datatype datatype, auto visit) {
    const std::size_t size = bytes_of(datatype);
    const std::uint64_t length = run.end - run.begin;
    if (length % size != 0) return visit(memmodel::of_run({run.begin, run.end}), 0);
    memmodel::members_of(datatype).for_each([&](const memmodel::Run& member) {
        const auto count = static_cast<std::uint32_t>(length / size);
        visit(memmodel::member_of_each(member, run.begin, size, count), member.begin);
    });
}

memmodel::Origin at(const Thread& thread, Time now) {
    return {thread.rank, thread.number, thread.location, to_ns(now)};
}

}  // namespace

void Watch::release_sync_point(const Thread& thread, std::uint32_t sign, Time now) {
    checker_->order().released(at(thread, now), sign);
}

void Watch::acquire_sync_point(const Thread& thread, std::uint32_t sign, Time now) {
    checker_->order().awaited(at(thread, now), sign);
}

void Watch::window_created(Rank rank, WindowId window, std::string name) {
    const LiveSegment made = live_->segment_of(rank, window);
    memmodel::NewSegment segment{.memory = memory_of_rank};
    segment.in_any_order = made.in_any_order;
    segment.same_op = made.same_op;
    segment.dynamic = made.dynamic;
    if (segment.dynamic) return checker_->created(rank, window, segment);
    const ByteRun part = made.bytes;
    segment.bytes = {part.begin, part.end};
    segment.disp_unit = made.disp_unit;
    segment.unified = scenario_.windows[window].shared;
    checker_->created(rank, window, segment);
    parts_[rank].push_back({.bytes = part, .window = window, .name = std::move(name)});
    if (scenario_.windows[window].shared && part.begin < part.end) shared_parts_[part.begin] = {part.end, rank};
}

// Records that the rank has freed the window. All accesses through the window are then complete at all ranks. So
// accesses through a later window over the same memory cannot conflict with them.
void Watch::window_freed_at(Rank rank, WindowId window) {
    const ByteRun part = live_->segment_of(rank, window).bytes;
    if (part.begin < part.end) checker_->renewed(rank, memory_of_rank, {part.begin, part.end});
    if (scenario_.windows[window].shared) shared_parts_.erase(part.begin);
    checker_->freed(rank, window);
    checker_->removed(rank, window);
    for (Part& one : parts_[rank]) {
        if (one.window != window || !one.exists) continue;
        one.name = live_->window_name(rank, window);
        one.exists = false;
    }
}

void Watch::note_attached(const Thread& thread, const CallRequest& call) {
    const auto begin = static_cast<std::uint64_t>(call.more->memory.first);
    parts_[thread.rank].push_back(
        {.bytes = {begin, begin + call.more->memory_bytes}, .window = call.window, .attached_at = thread.location});
}

memmodel::Buffers Watch::buffers_of_program(const CallRequest& call) const {
    memmodel::Buffers buffers;
    const CallClass kind = description_of(call.call).kind;
    if (kind == CallClass::attaches) {
        const auto address = static_cast<std::uint64_t>(call.more->memory.first);
        buffers.result = {memory_of_rank, {address, call.more->memory_bytes, 0, 1}};
    }
    if (kind != CallClass::operation) return buffers;
    const BuffersInUse used = buffers_of_operation(call);
    const Operation& operation = call.operation;
    const Datatype datatype = operation.region.datatype;
    buffers.sources = pieces_of(used.reads, datatype);
    buffers.results = pieces_of(used.writes, datatype);
    for (const ByteRun& run : live_->runs_of(operation.target, operation.window, operation.region)) {
        each_member(run, datatype, [&](const memmodel::Bytes& bytes, std::uint64_t in_element) {
            buffers.targets.push_back({bytes, in_element});
        });
    }
    return buffers;
}

std::vector<memmodel::Piece> Watch::pieces_of(const std::vector<ByteRun>& runs, Datatype datatype) const {
    std::vector<memmodel::Piece> pieces;
    for (const ByteRun& run : runs) {
        by_owner(run, [&](Rank owner, const ByteRun& part) {
            each_member(part, datatype, [&](const memmodel::Bytes& bytes, std::uint64_t) {
                pieces.push_back({bytes, owner});
            });
        });
    }
    return pieces;
}

void Watch::other_began(const Thread& thread, const OtherFunction& function, Time now) {
    const memmodel::Origin origin = at(thread, now);
    for (const std::uint64_t request : function.starts) begin_pending(origin, request);
    ProgramOrder::Begun& begun = inside_[{thread.rank, thread.number}];
    begun = {};
    if (function.begins_later) return;
    begun = order_->begin(origin, function);
    if (function.lasts_beyond) return;
    for (const ByteRun& run : function.loads) local(origin, run, false);
}

void Watch::other_returned(const Thread& thread, const OtherFunction& function, const OtherEnd& end, Time now) {
    const memmodel::Origin origin = at(thread, now);
    if (end.made != 0 && function.lasts_beyond) {
        pending_[{thread.rank, end.made}] = {function, inside_[{thread.rank, thread.number}]};
        if (!function.begins_later) use_buffers(origin, end.made, function);
    }
    for (const OtherEnd::Completed& completed : end.completed) complete(origin, completed);
    if (!end.completed.empty()) end_uses(thread.rank);
    if (function.lasts_beyond) return;
    order_->end(origin, function, inside_[{thread.rank, thread.number}], end.envelope);
    for (const ByteRun& run : function.stores) local(origin, run, true);
}

void Watch::use_buffers(const memmodel::Origin& origin, std::uint64_t request, const OtherFunction& function) {
    memmodel::Buffers buffers;
    buffers.sources = pieces_of(function.loads, Datatype::byte);
    buffers.results = pieces_of(function.stores, Datatype::byte);
    checker_->uses(origin, request, buffers);
    begin_use(origin.rank, {function.loads, function.stores});
}

// Records that the thread starts a persistent request. Reports show the location of this start.
void Watch::begin_pending(const memmodel::Origin& origin, std::uint64_t request) {
    const auto found = pending_.find({origin.rank, request});
    if (found == pending_.end()) return;
    found->second.begun = order_->begin(origin, found->second.function);
    use_buffers(origin, request, found->second.function);
}

void Watch::complete(const memmodel::Origin& origin, const OtherEnd::Completed& completed) {
    checker_->used(origin, completed.request);
    const auto found = pending_.find({origin.rank, completed.request});
    if (found == pending_.end()) return;
    Pending& one = found->second;
    order_->end(origin, one.function, std::exchange(one.begun, {}), completed.envelope);
    if (!one.function.begins_later) pending_.erase(found);
}

}  // namespace rmasim::sim::semantics
