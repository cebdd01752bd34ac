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

CollectiveCall::CollectiveCall(const World& world, Collectives& collectives, Rank rank, const RankGroup& members,
                               const CallRequest& request, const CollectiveAlgorithms& how)
    : world_(world), collectives_(collectives), members_(members), more_(request.more), sent_(request.message.buffer),
      result_(request.operation.result), handles_(request.message.data), rank_(rank),
      root_(request.message.peer == no_rank ? no_rank : members.comm_rank_of(request.message.peer)),
      number_(collectives.begin(request.comm)), call_bits_(bits_of_collective(request.call)), comm_(request.comm),
      call_(request.call), kind_(packet_kind_of(request.call)), datatype_(request.message.datatype),
      reduce_(description_of(request.call).has(Argument::op) ? request.operation.reduce : Packet().reduce),
      sends_(sends(request, rank)), receives_(rmasim::receives(request, rank, members.comm_rank_of(rank))) {
    sent_count_ = static_cast<std::uint32_t>(elements_sent(request, members.size()));
    received_count_ = static_cast<std::uint32_t>(elements_received(request, members.size()));
    schedule_ = schedule_of(blocking_form(call_), shape(request), bytes_of(datatype_), how);
}

schedules::Shape CollectiveCall::shape(const CallRequest& request) const {
    const auto blocks = [&](const std::vector<std::uint64_t>* ends) {
        return ends == nullptr || ends->empty() ? schedules::Blocks(request.message.count) : schedules::Blocks(*ends);
    };
    const RequestArguments* const more = more_.get();
    const bool scatters = packet_kind_of(call_) == PacketKind::reduce_scatter_block;
    schedules::Shape shape{.size = members_.size(), .rank = members_.comm_rank_of(rank_), .root = std::max(root_, 0)};
    shape.sent = blocks(more == nullptr ? nullptr : &more->sent_ends);
    shape.received = scatters ? shape.sent : blocks(more == nullptr ? nullptr : &more->received_ends);
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
    if (receives_) store_received(world_, rank_, result_, datatype_, received_count_, result);
    for (Elements& elements : buffers_) release(elements);
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
        case StepKind::copy: copy(step.slice, at(step.other)); return true;
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

// The caller keeps `from`.
void CollectiveCall::copy(const Slice& to, Payload from) {
    Elements& elements = buffer(to.buffer);
    if (elements.count == 0) elements.count = to.first + to.count;
    if (from.bytes == nullptr) return;
    if (elements.payload.bytes == nullptr) elements.payload = world_.memory.allocate(bytes(elements.count));
    std::memcpy(at(to).bytes, from.bytes, bytes(to.count));
}

void CollectiveCall::send(const Step& step) {
    const std::uint32_t count = step.slice.count;
    Packet packet;
    packet.source = rank_;
    packet.target = members_.member(step.peer);
    packet.window = comm_;
    packet.kind = kind_;
    packet.op = number_;
    packet.region.count = count;
    packet.region.datatype = datatype_;
    packet.reduce = reduce_;
    packet.own[0] = call_bits_ | step.round;
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
            call_, misfit(packet, step) + "; all ranks of a communicator must make the same collective calls");
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
    world_.memory.reduce(lower, upper, datatype_, step.slice.count, reduce_);
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

bool CollectiveCall::fits(const Packet& packet, const Step& step) const {
    return packet.kind == kind_ && packet.own[0] == (call_bits_ | step.round) &&
           packet.own[2] == static_cast<std::uint32_t>(root_ + 1) && packet.reduce == reduce_ &&
           packet.region.datatype == datatype_ && packet.region.count == step.slice.count;
}

// Returns the reason that a message does not fit.
std::string CollectiveCall::misfit(const Packet& packet, const Step& step) const {
    const CollectivePart part = collective_part(packet);
    const std::uint32_t count = step.slice.count;
    const std::string theirs = "rank " + std::to_string(packet.source) + " calls ";
    if (part.call != call_ || part.root != root_) {
        return theirs + with_root(part.call, part.root) + ", but this rank calls " + with_root(call_, root_);
    }
    if (packet.reduce != reduce_) {
        return theirs + "this function with " + std::string(name_of(packet.reduce)) + ", but this rank uses " +
               std::string(name_of(reduce_));
    }
    if (packet.region.datatype != datatype_ || packet.region.count != count) {
        return theirs + "this function with another count or datatype: " + std::to_string(packet.region.count) +
               " elements of " + std::string(name_of(packet.region.datatype)) + " instead of " + std::to_string(count) +
               " of " + std::string(name_of(datatype_));
    }
    return theirs + "this function with another algorithm";
}

}  // namespace rmasim
