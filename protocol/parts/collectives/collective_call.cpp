#include "protocol/parts/collectives/collective_call.h"

#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"
#include "protocol/parts/collectives/collective_choice.h"
#include "protocol/parts/messages/received_data.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace rmasim {

using schedules::Step, schedules::StepKind, schedules::Buffer;

namespace {

std::uint32_t number_of(Collectives& collectives, const CallRequest& request) {
    const std::uint32_t number = request.number == 0 ? collectives.begin(request.comm) : request.number - 1;
    return blocking_form(request.call) == Call::barrier ? number | persistent_barrier : number;
}

// The field `reduce` in the call's packets.
ReduceOp reduction_of(const CallRequest& request) {
    if (description_of(request.call).has(Argument::op)) return request.operation.reduce;
    Packet packet;
    if (blocking_form(request.call) == Call::barrier) packet.set_why(Why::program_barrier);
    return packet.reduce;
}

}  // namespace

CollectiveCall::CollectiveCall(const World& world, Collectives& collectives, Rank rank, const RankGroup& members,
                               const CallRequest& request, const CollectiveAlgorithms& how)
    : world_(world), collectives_(collectives), members_(members), more_(request.more), sent_(request.message.buffer),
      result_(request.operation.result), handles_(request.message.data), rank_(rank),
      root_(request.message.peer == no_rank ? no_rank : members.comm_rank_of(request.message.peer)),
      number_(number_of(collectives, request)), call_bits_(bits_of_collective(request.call)), comm_(request.comm),
      call_(request.call), kind_(packet_kind_of(request.call)), datatype_(request.message.datatype),
      reduce_(reduction_of(request)), operator_(request.more ? request.more->op : UserOperator{}),
      sends_(sends(request, rank)), receives_(rmasim::receives(request, rank, members.comm_rank_of(rank))) {
    if (kind_ == PacketKind::barrier) sends_ = receives_ = false;
    sent_count_ = static_cast<std::uint32_t>(elements_sent(request, members.size()));
    received_count_ = static_cast<std::uint32_t>(elements_received(request, members.size()));
    if (reduce_ != ReduceOp::user) operator_.number = request.message.label;
    ChosenSchedule chosen = schedule_of({call_, bytes_of(datatype_), reduce_ != ReduceOp::user}, shape(request), how);
    schedule_ = std::move(chosen.schedule);
    algorithm_ = chosen.algorithm;
}

schedules::Shape CollectiveCall::shape(const CallRequest& request) {
    const auto count = static_cast<std::uint32_t>(request.message.count);  // less than 2^32 in a collective call
    const auto blocks = [&](const std::vector<std::uint64_t>* ends) {
        return ends == nullptr || ends->empty() ? schedules::Blocks(count) : schedules::Blocks(*ends);
    };
    const RequestArguments* const more = more_.get();
    const bool scatters = packet_kind_of(call_) == PacketKind::reduce_scatter_block;
    schedules::Shape shape{.size = members_.size(), .rank = members_.comm_rank_of(rank_), .root = std::max(root_, 0)};
    shape.commutative = reduce_ != ReduceOp::user || operator_.commutative;
    shape.sent = blocks(more == nullptr ? nullptr : &more->sent_ends);
    shape.received = scatters ? shape.sent : blocks(more == nullptr ? nullptr : &more->received_ends);
    if (neighbour_calls.contains(call_)) {
        const auto neighbours =
            world_.communicators == nullptr ? std::nullopt : world_.communicators->neighbours_of(rank_, comm_);
        if (!neighbours) throw ErroneousProgram(call_, "the communicator has no topology");
        shape.neighbours = neighbours_ = *neighbours;
    }
    return shape;
}

bool CollectiveCall::advance() {
    if (!begun_) begin();
    while (schedule_.more()) {
        if (!execute(schedule_.step())) return false;
        schedule_.next();
    }
    end();
    return true;
}

void CollectiveCall::begin() {
    begun_ = true;
    if (sends_) {
        Elements& input = buffer(Buffer::input);
        input.count = sent_count_;
        input.payload = datatype_ == Datatype::handle_sync ? std::exchange(handles_, {})
                                                           : world_.memory.gather(rank_, sent_, datatype_, sent_count_);
    }
    schedule_.next();
}

void CollectiveCall::end() {
    const Payload result = buffer(Buffer::output).payload;
    if (!neighbours_.sources.empty()) store_blocks(result);
    else if (receives_) store_received(world_, rank_, result_, datatype_, received_count_, result);
    for (Elements& elements : buffers_) release(elements);
}

// Stores the blocks of a call on neighbours. The room for the block of MPI_PROC_NULL keeps its contents.
void CollectiveCall::store_blocks(Payload result) {
    const schedules::Blocks blocks(more_->received_ends);
    for (Rank nth = 0; nth < static_cast<Rank>(neighbours_.sources.size()); ++nth) {
        if (neighbours_.sources[static_cast<std::size_t>(nth)] == no_rank) continue;
        const std::uint64_t first = blocks.first(nth);
        const Payload block = result.bytes == nullptr ? result : Payload{result.bytes + bytes(first)};
        world_.memory.scatter(rank_, world_.memory.behind(result_, first), datatype_, blocks.count(nth), block);
    }
}

bool CollectiveCall::execute(const Step& step) {
    switch (step.kind) {
        case StepKind::room:
            release(buffer(step.slice.buffer));
            buffer(step.slice.buffer).count = step.slice.count;
            return true;
        case StepKind::move:
            release(buffer(step.slice.buffer));
            buffer(step.slice.buffer) = std::exchange(buffer(step.other.buffer), {});
            return true;
        case StepKind::copy: copy(step); return true;
        case StepKind::send: send(step); return true;
        case StepKind::reduce: reduce(step); return true;
        case StepKind::receive:
            if (const Packet* const found = collectives_.early().find(awaited())) {
                const Packet packet = *found;
                collectives_.early().remove(awaited());
                receive(step, packet);
                return true;
            }
            return false;
    }
    return true;
}

Payload CollectiveCall::at(const Slice& slice) {
    const Payload whole = buffer(slice.buffer).payload;
    return whole.bytes == nullptr ? whole : Payload{whole.bytes + bytes(slice.first)};
}

void CollectiveCall::release(Elements& elements) {
    if (elements.payload.bytes != nullptr) world_.memory.release(elements.payload);
    elements = {};
}

void CollectiveCall::copy(const Step& step) {
    Slice to = step.slice;
    Payload from = at(step.other);
    copy(to, from);
    if (from.bytes == nullptr) return;
    for (std::uint32_t time = 1; time < step.times; ++time) {
        to.first += static_cast<std::uint64_t>(step.stride);
        from.bytes += bytes(step.other_stride);
        copy(to, from);
    }
}

// The caller keeps `from`.
void CollectiveCall::copy(const Slice& to, Payload from) {
    Elements& elements = buffer(to.buffer);
    if (elements.count == 0) elements.count = to.first + to.count;
    if (from.bytes == nullptr) return;
    if (elements.payload.bytes == nullptr) elements.payload = world_.memory.allocate(bytes(elements.count));
    std::memcpy(at(to).bytes, from.bytes, bytes(to.count));
}

CollectiveCall::Typed CollectiveCall::typed(const Slice& slice) const {
    if (slice.count == 0 || !description_of(call_).has(Argument::datatypes)) return {datatype_, slice.count};
    const bool sent = slice.buffer == Buffer::input;
    const Datatype datatype = (sent ? more_->sent_types : more_->received_types)[block_at(slice)];
    return {datatype, slice.count / static_cast<std::uint32_t>(bytes_of(datatype))};
}

// Returns the number of the block that begins at the slice. The slice must not be empty.
std::size_t CollectiveCall::block_at(const Slice& slice) const {
    const std::vector<std::uint64_t>& ends =
        slice.buffer == Buffer::input ? more_->sent_ends : more_->received_ends;
    return static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), slice.first) - ends.begin());
}

// Returns the label of the elements of a slice.
std::uint32_t CollectiveCall::label_of(const Slice& slice) const {
    if (more_ == nullptr || reduce_ == ReduceOp::user) return operator_.number;
    const std::vector<std::uint32_t>& labels =
        slice.buffer == Buffer::input ? more_->sent_labels : more_->received_labels;
    if (labels.empty()) return operator_.number;
    return labels.size() == 1 || slice.count == 0 ? labels.front() : labels[block_at(slice)];
}

void CollectiveCall::send(const Step& step) {
    const std::uint32_t count = step.slice.count;
    const Typed elements = typed(step.slice);
    Packet packet;
    packet.source = rank_;
    packet.target = members_.member(step.peer);
    packet.window = comm_;
    packet.kind = kind_;
    packet.op = number_;
    packet.region.count = elements.count;
    packet.region.datatype = elements.datatype;
    packet.reduce = reduce_;
    packet.region.stride = label_of(step.slice);
    packet.own[0] = call_bits_ | step.round;
    packet.round = kind_ == PacketKind::barrier ? static_cast<std::uint8_t>(step.round) : algorithm_;
    packet.own[2] = static_cast<std::uint32_t>(root_ + 1);
    packet.data_bytes = static_cast<std::uint32_t>(bytes(count));
    if (const Payload data = at(step.slice); data.bytes != nullptr) {
        packet.payload = world_.memory.allocate(bytes(count));
        std::memcpy(packet.payload.bytes, data.bytes, bytes(count));
    }
    world_.transport.send(packet);
}

// Data for a whole buffer replace its memory.
void CollectiveCall::receive(const Step& step, const Packet& packet) {
    if (!fits(packet, step)) {
        if (packet.payload.bytes != nullptr) world_.memory.release(packet.payload);
        throw ErroneousProgram(
            call_, misfit(packet, step) + "; all ranks of a communicator must make the same collective calls")
            .in_section("different_calls");
    }
    if (types_differ(packet, step.slice)) [[unlikely]] {
        if (packet.payload.bytes != nullptr) world_.memory.release(packet.payload);
        throw ErroneousProgram(call_, "the datatypes of two ranks differ: " +
                                          world_.labels->difference(packet.region.stride, label_of(step.slice),
                                                                    compared_bytes(step.slice)) +
                                          text_of_label(packet))
            .in_section("different_calls");
    }
    Elements& elements = buffer(step.slice.buffer);
    if (elements.count == 0 || is_whole(step.slice)) {
        release(elements);
        elements = {packet.payload, step.slice.count};
        return;
    }
    copy(step.slice, packet.payload);
    if (packet.payload.bytes != nullptr) world_.memory.release(packet.payload);
}

void CollectiveCall::reduce(const Step& step) {
    const Payload lower = at(step.slice), upper = at(step.other);
    if (reduce_ == ReduceOp::user) {
        world_.memory.operators().reduce(rank_, operator_, lower, upper, datatype_, step.slice.count);
    } else {
        world_.memory.reduce(lower, upper, datatype_, step.slice.count, reduce_);
    }
    if (!step.into_other) return;
    if (is_whole(step.slice) && is_whole(step.other)) {
        std::swap(buffer(step.slice.buffer), buffer(step.other.buffer));
    } else {
        copy(step.other, lower);
    }
}

std::string CollectiveCall::with_root(Call call, Rank comm_rank) const {
    const std::string text(name_of(call));
    return comm_rank == no_rank || comm_rank >= members_.size()
               ? text
               : text + " with root " + std::to_string(members_.member(comm_rank));
}

// Returns the size of the data whose datatypes are compared by labels. If the blocks of all processes have the same
// sequence of datatypes, it is that of a buffer. Otherwise each block begins with the first element of its datatype,
// and the size is that of the message, or of the largest block if the message has several. A reduction has one
// datatype.
std::size_t CollectiveCall::compared_bytes(const Slice& received) const {
    if (description_of(call_).has(Argument::op)) return 0;
    const bool equal = more_ == nullptr || (more_->sent_ends.empty() && more_->received_ends.empty());
    if (equal) return bytes(received_count_ == 0 ? sent_count_ : received_count_);
    std::uint64_t begin = 0, largest = 0;
    for (const std::uint64_t end : more_->received_ends) {
        largest = std::max(largest, end - begin);
        begin = end;
    }
    return bytes(more_->received_ends.empty() ? received.count : std::min<std::uint64_t>(largest, received.count));
}

bool CollectiveCall::types_differ(const Packet& packet, const Slice& received) const {
    const MessageLabels* const labels = world_.labels;
    if (labels == nullptr || !labels->has_types()) return false;
    const std::uint32_t own = label_of(received);
    if (packet.region.stride == own) return false;
    const std::size_t size = compared_bytes(received);
    return size > 0 && labels->differ(packet.region.stride, own, size);
}

bool CollectiveCall::fits(const Packet& packet, const Step& step) const {
    const Typed elements = typed(step.slice);
    const std::uint32_t own_algorithm = kind_ == PacketKind::barrier ? step.round : algorithm_;
    return packet.kind == kind_ && packet.own[0] == (call_bits_ | step.round) && packet.round == own_algorithm &&
           packet.own[2] == static_cast<std::uint32_t>(root_ + 1) && packet.reduce == reduce_ &&
           (reduce_ != ReduceOp::user || packet.region.stride == operator_.number) &&
           packet.region.datatype == elements.datatype && packet.region.count == elements.count;
}

// `number` is that of an operator of the program.
std::string CollectiveCall::name_of_operator(ReduceOp op, std::uint32_t number) const {
    return op == ReduceOp::user ? world_.memory.operators().name_of(number) : std::string(name_of(op));
}

// Returns the source location of the sender's call, as the end of a text; empty if the packet has none.
std::string CollectiveCall::text_of_label(const Packet& packet) const {
    if (world_.labels == nullptr || packet.reduce == ReduceOp::user || packet.region.stride == no_label) return {};
    return "; " + world_.labels->text_of_send(packet.source, packet.region.stride);
}

// Returns the reason that a message does not fit.
std::string CollectiveCall::misfit(const Packet& packet, const Step& step) const {
    const CollectivePart part = collective_part(packet);
    const Typed elements = typed(step.slice);
    const std::string theirs = "rank " + std::to_string(packet.source) + " calls ";
    if (part.call != call_ || part.root != root_) {
        return theirs + with_root(part.call, part.root) + ", but this rank calls " + with_root(call_, root_) +
               text_of_label(packet);
    }
    if (packet.reduce != reduce_ || (reduce_ == ReduceOp::user && packet.region.stride != operator_.number)) {
        return theirs + "this function with " + name_of_operator(packet.reduce, packet.region.stride) +
               ", but this rank uses " + name_of_operator(reduce_, operator_.number);
    }
    if (packet.region.datatype != elements.datatype || packet.region.count != elements.count) {
        return theirs + "this function with another count or datatype: " + std::to_string(packet.region.count) +
               " elements of " + std::string(name_of(packet.region.datatype)) + " instead of " +
               std::to_string(elements.count) + " of " + std::string(name_of(elements.datatype)) +
               text_of_label(packet);
    }
    return theirs + "this function with another algorithm, which follows from the count and the datatype" +
           text_of_label(packet);
}

}  // namespace rmasim
