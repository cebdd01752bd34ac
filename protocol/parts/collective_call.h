// An active collective call of one process: its arguments, and the steps that all algorithms share.
//
// The unit of data is a block: `count` elements, the data of one process. All ranks in this class are communicator
// ranks, except the constructor's `rank` and the rank in Collectives::Source. A Payload that a function returns belongs
// to the caller, until the caller passes it to `combined`, `leave` or `drop`. Payloads are null if the world keeps no
// data.
#pragma once

#include "protocol/base/group.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/parts/collectives.h"

#include <algorithm>
#include <string>

namespace rmasim {

// An active collective call of one process.
class CollectiveCall {
public:
    // The awaitable that `message_of` returns. The wait list already contains its condition.
    struct Arrival {
        WaitList& list;
        bool await_ready() const { return list.await_ready(); }
        void await_suspend(std::coroutine_handle<> handle) { list.await_suspend(handle); }
        void await_resume() const noexcept {}
    };

    // Starts the call. `world`, `waits` and `collectives` belong to the process and must outlive the call.
    CollectiveCall(const World& world, WaitList& waits, Collectives& collectives, Rank rank, const RankGroup& members,
                   const CallRequest& request);

    Rank size() const { return members_.size(); }
    Rank comm_rank() const { return comm_rank_; }
    // Distances from the root in communicator ranks, modulo the size. `behind_root` returns the distance of this
    // process. `from_root` returns the process at a distance. In a call without a root, communicator rank 0 counts as
    // the root.
    Rank behind_root() const { return (comm_rank_ - std::max(root_, 0) + size()) % size(); }
    Rank from_root(Rank distance) const {
        return static_cast<Rank>((std::int64_t{std::max(root_, 0)} + distance) % size());
    }
    // Returns the communicator rank of this process plus `distance`, modulo the size. `distance` may be negative.
    Rank neighbour(Rank distance) const {
        return static_cast<Rank>((std::int64_t{comm_rank_} + distance + size()) % size());
    }

    // Waits for the next message of process `from`: `co_await call.message_of(from);`.
    Arrival message_of(Rank from);
    // Returns the data of the next message of process `from`, which must have arrived. Throws ErroneousProgram if the
    // message belongs to another collective call, root, reduction, datatype, count or round.
    Payload take(Rank from, std::uint32_t round, Rank blocks);
    // Like `take`, but copies the data to block `at_block` of `to`.
    void take_into(Payload to, Rank at_block, Rank from, std::uint32_t round, Rank blocks);
    // Sends a copy of some blocks. The caller keeps `data`.
    void send(Rank to, std::uint32_t round, Payload data, Rank first_block, Rank blocks);

    // Returns `blocks` blocks of the data that this process passed to the call.
    Payload own(Rank blocks);
    // Allocates memory for `blocks` blocks. Returns null if `like` is null, because the world then keeps no data.
    Payload room(Payload like, Rank blocks);
    void copy(Payload to, Rank at_block, Payload from, Rank first_block, Rank blocks) const;
    // Returns the reduction lower (op) upper, in the memory of `lower`, and releases `upper`.
    Payload combined(Payload lower, Payload upper);
    // Stores the result of the call in the program's result buffer, and releases `data`.
    void leave(Payload data, Rank blocks);
    // Releases a payload.
    void drop(Payload data);

private:
    std::size_t bytes(Rank blocks) const { return block_bytes_ * static_cast<std::size_t>(blocks); }
    std::uint32_t elements(Rank blocks) const { return count_ * static_cast<std::uint32_t>(blocks); }
    Collectives::Source source(Rank comm_rank) const { return {comm_, number_, members_.member(comm_rank)}; }
    std::string misfit(const Packet& packet, std::uint32_t round, Rank blocks) const;
    std::string with_root(Call call, Rank comm_rank) const;

    const World& world_;
    WaitList& waits_;
    Collectives& collectives_;
    RankGroup members_;
    OriginBuffer own_, result_;
    Payload handles_;  // see Message::handles
    std::size_t block_bytes_;
    Rank rank_, comm_rank_, root_;
    std::uint32_t number_, count_;
    WindowId comm_;
    Call call_;
    Datatype datatype_;
    ReduceOp reduce_;
};

}  // namespace rmasim
