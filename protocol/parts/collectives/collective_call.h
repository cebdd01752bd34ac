// An active collective call of one process: its schedule, its buffers, and the messages that it sends and receives.
// Blocking and nonblocking calls differ only in the caller of `advance`.
//
// The call reads the program's memory when it executes the first step, and writes to it after the last step. Payloads
// are null if the world keeps no data.
#pragma once

#include "protocol/base/group.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/collectives/schedule.h"
#include "protocol/collectives/shape.h"
#include "protocol/parts/collectives/collective_algorithms.h"
#include "protocol/parts/collectives/collectives.h"

#include <array>
#include <memory>
#include <string>

namespace rmasim {

// An active collective call of one process.
class CollectiveCall {
public:
    // Begins the call. `world` and `collectives` belong to the process and must outlive the call.
    CollectiveCall(const World& world, Collectives& collectives, Rank rank, const RankGroup& members,
                   const CallRequest& request, const CollectiveAlgorithms& how);

    // Executes steps up to a receive whose message has not arrived. Returns true if the call is complete. Throws
    // ErroneousProgram if a message belongs to another collective call, root, reduction, datatype, count or round, or
    // if its elements have other datatypes by its label.
    bool advance();
    // The message that the call awaits, after `advance` has returned false.
    CollectiveSource awaited() const { return source(schedule_.step().peer); }
    bool may_advance() const { return collectives_.early().find(awaited()) != nullptr; }
    // The reason for which `waiting`, this call or a call that completes its request, waits.
    WaitReason reason(Call waiting) const { return {waiting, comm_, Awaited::collective, awaited().rank}; }
    Call call() const { return call_; }
    // True if the packet is a message of this call, or of a call that another process has made instead.
    bool is_of_call(const Packet& packet) const { return packet.window == comm_ && packet.op == number_; }
    const OriginBuffer& result() const { return result_; }

private:
    using Slice = schedules::Slice;
    // The memory of a buffer is allocated when the first data are written.
    struct Elements {
        Payload payload{};
        std::uint64_t count = 0;
    };

    schedules::Shape shape(const CallRequest& request);
    void begin();
    void end();
    void store_blocks(Payload result);
    bool execute(const schedules::Step& step);
    void send(const schedules::Step& step);
    void receive(const schedules::Step& step, const Packet& packet);
    void reduce(const schedules::Step& step);
    void copy(const schedules::Step& step);
    void copy(const Slice& to, Payload from);

    Elements& buffer(schedules::Buffer which) { return buffers_[static_cast<std::size_t>(which)]; }
    // Returns the memory of the slice; null if its buffer has none.
    Payload at(const Slice& slice);
    bool is_whole(const Slice& slice) { return slice.first == 0 && slice.count == buffer(slice.buffer).count; }
    void release(Elements& elements);
    std::size_t bytes(std::uint64_t elements) const { return elements * bytes_of(datatype_); }
    CollectiveSource source(Rank comm_rank) const { return {comm_, number_, members_.member(comm_rank)}; }
    // The elements of a message. The datatypes of ALLTOALLW depend on the block.
    struct Typed {
        Datatype datatype;
        std::uint32_t count;
    };
    Typed typed(const Slice& slice) const;
    std::size_t block_at(const Slice& slice) const;
    std::uint32_t label_of(const Slice& slice) const;
    std::size_t compared_bytes(const Slice& received) const;
    bool types_differ(const Packet& packet, const Slice& received) const;
    bool fits(const Packet& packet, const schedules::Step& step) const;
    std::string misfit(const Packet& packet, const schedules::Step& step) const;
    std::string text_of_label(const Packet& packet) const;
    std::string with_root(Call call, Rank comm_rank) const;
    std::string name_of_operator(ReduceOp op, std::uint32_t number) const;

    const World& world_;
    Collectives& collectives_;
    RankGroup members_;
    std::shared_ptr<const RequestArguments> more_;  // ends and datatypes of blocks; null if all have one size
    OriginBuffer sent_, result_;
    Payload handles_;  // see Message::handles
    std::array<Elements, schedules::buffer_count> buffers_{};
    Rank rank_, root_;
    std::uint32_t number_;
    std::uint32_t call_bits_;                    // bits_of_collective
    std::uint32_t sent_count_, received_count_;  // elements of the buffers of the program; 0 if the call ignores them
    WindowId comm_;
    Call call_;
    PacketKind kind_;
    Datatype datatype_;
    ReduceOp reduce_;             // the default of packets if the call reduces nothing
    Neighbours neighbours_{};     // of a call on neighbours
    UserOperator operator_;       // if `reduce_` is not `user`, its number is Message::label of the call
    std::uint8_t algorithm_ = 0;  // see ChosenSchedule
    bool begun_ = false, sends_, receives_;
    schedules::Schedule schedule_;
};

}  // namespace rmasim
