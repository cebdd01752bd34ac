#include "protocol/parts/collective_call.h"

#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"
#include "protocol/parts/received_data.h"

#include <cstring>
#include <utility>

namespace rmasim {

CollectiveCall::CollectiveCall(const World& world, WaitList& waits, Collectives& collectives, Rank rank,
                               const RankGroup& members, const CallRequest& request)
    : world_(world), waits_(waits), collectives_(collectives), members_(members), own_(request.message.buffer),
      result_(request.operation.result), handles_(request.message.handles),
      block_bytes_(std::size_t{request.message.count} * bytes_of(request.message.datatype)), rank_(rank),
      comm_rank_(members.comm_rank_of(rank)),
      root_(request.message.peer == no_rank ? no_rank : members.comm_rank_of(request.message.peer)),
      number_(collectives.begin(request.comm)), count_(request.message.count), comm_(request.comm), call_(request.call),
      datatype_(request.message.datatype), reduce_(request.operation.reduce) {}

CollectiveCall::Arrival CollectiveCall::message_of(Rank from) {
    const Collectives::Source expected = source(from);
    waits_.until({call_, comm_, Awaited::collective, expected.rank},
                 [&collectives = collectives_, expected] { return collectives.has(expected); });
    return {waits_};
}

std::string CollectiveCall::with_root(Call call, Rank comm_rank) const {
    const std::string text(name_of(call));
    return comm_rank == no_rank || comm_rank >= size()
               ? text
               : text + " with root " + std::to_string(members_.member(comm_rank));
}

std::string CollectiveCall::misfit(const Packet& packet, std::uint32_t round, Rank blocks) const {
    const CollectivePart part = collective_part(packet);
    const std::string theirs = "rank " + std::to_string(packet.source) + " calls ";
    if (packet.kind != packet_kind_of(call_) || part.root != root_) {
        return theirs + with_root(collective_of(packet.kind), part.root) + ", but this rank calls " +
               with_root(call_, root_);
    }
    const bool reduces = description_of(call_).has(Argument::op);
    if (reduces && packet.reduce != reduce_) {
        return theirs + "this function with " + std::string(name_of(packet.reduce)) + ", but this rank uses " +
               std::string(name_of(reduce_));
    }
    if (packet.region.datatype != datatype_ || packet.region.count != elements(blocks)) {
        return theirs + "this function with another count or datatype: " + std::to_string(packet.region.count) +
               " elements of " + std::string(name_of(packet.region.datatype)) + " instead of " +
               std::to_string(elements(blocks)) + " of " + std::string(name_of(datatype_));
    }
    return part.round == round ? "" : theirs + "this function with another algorithm";
}

Payload CollectiveCall::take(Rank from, std::uint32_t round, Rank blocks) {
    const Packet packet = collectives_.take(source(from));
    const std::string wrong = misfit(packet, round, blocks);
    if (wrong.empty()) return packet.payload;
    drop(packet.payload);
    throw ErroneousProgram(call_, wrong + "; all ranks of a communicator must make the same collective calls");
}

void CollectiveCall::take_into(Payload to, Rank at_block, Rank from, std::uint32_t round, Rank blocks) {
    const Payload taken = take(from, round, blocks);
    copy(to, at_block, taken, 0, blocks);
    drop(taken);
}

void CollectiveCall::send(Rank to, std::uint32_t round, Payload data, Rank first_block, Rank blocks) {
    Packet packet;
    packet.source = rank_;
    packet.target = members_.member(to);
    packet.window = comm_;
    packet.kind = packet_kind_of(call_);
    packet.op = number_;
    packet.region.count = elements(blocks);
    packet.region.datatype = datatype_;
    if (description_of(call_).has(Argument::op)) packet.reduce = reduce_;
    set_collective_part(packet, {round, root_});
    packet.data_bytes = static_cast<std::uint32_t>(bytes(blocks));
    packet.payload = room(data, blocks);
    copy(packet.payload, 0, data, first_block, blocks);
    world_.transport.send(packet);
}

Payload CollectiveCall::own(Rank blocks) {
    if (datatype_ == Datatype::handle_sync) return std::exchange(handles_, {});
    return world_.memory.gather(rank_, own_, datatype_, elements(blocks));
}

Payload CollectiveCall::room(Payload like, Rank blocks) {
    return like.bytes == nullptr ? Payload{} : world_.memory.allocate(bytes(blocks));
}

void CollectiveCall::copy(Payload to, Rank at_block, Payload from, Rank first_block, Rank blocks) const {
    if (from.bytes == nullptr) return;
    std::memcpy(to.bytes + bytes(at_block), from.bytes + bytes(first_block), bytes(blocks));
}

Payload CollectiveCall::combined(Payload lower, Payload upper) {
    world_.memory.reduce(lower, upper, datatype_, count_, reduce_);
    drop(upper);
    return lower;
}

void CollectiveCall::leave(Payload data, Rank blocks) {
    store_received(world_, rank_, result_, datatype_, elements(blocks), data);
    drop(data);
}

void CollectiveCall::drop(Payload data) {
    if (data.bytes != nullptr) world_.memory.release(data);
}

}  // namespace rmasim
