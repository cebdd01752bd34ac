// One collective call of one process while it is under way: its arguments, and what all algorithms do.
//
// Data are counted in blocks of `count` elements, the data of one process. All ranks here are places in the
// communicator. Payloads that a function returns belong to the caller until it sends, leaves or drops them; they are
// null if the world keeps no data.
#pragma once

#include "protocol/base/group.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/parts/collectives.h"

#include <algorithm>
#include <string>

namespace rmasim {

class CollectiveCall {
public:
    // What a call waits for is on the list already.
    struct Arrival {
        WaitList& list;
        bool await_ready() const { return list.await_ready(); }
        void await_suspend(std::coroutine_handle<> handle) { list.await_suspend(handle); }
        void await_resume() const noexcept {}
    };

    // Begins the call. `world`, `waits` and `collectives` belong to the process and outlive the call.
    CollectiveCall(const World& world, WaitList& waits, Collectives& collectives, Rank rank, const RankGroup& members,
                   const CallRequest& request);

    Rank size() const { return members_.size(); }
    Rank place() const { return place_; }
    // How far this place is behind the root, and the place that is so far behind it. A call without root has it at 0.
    Rank behind_root() const { return (place_ - std::max(root_, 0) + size()) % size(); }
    Rank from_root(Rank distance) const {
        return static_cast<Rank>((std::int64_t{std::max(root_, 0)} + distance) % size());
    }
    // The place `distance` after this one; before it, if negative.
    Rank beside(Rank distance) const { return static_cast<Rank>((std::int64_t{place_} + distance + size()) % size()); }

    // Waits for the next message of a place: `co_await call.message_of(place);`.
    Arrival message_of(Rank from);
    // It has come. Raises ErroneousProgram if it is of another call, of another root, or of other size.
    Payload take(Rank from, std::uint32_t round, Rank blocks);
    void take_into(Payload to, Rank at_block, Rank from, std::uint32_t round, Rank blocks);
    // A copy of some blocks.
    void send(Rank to, std::uint32_t round, Payload data, Rank first_block, Rank blocks);

    // The data of the calling process.
    Payload own(Rank blocks);
    // Room for so many blocks; null if `like` is.
    Payload room(Payload like, Rank blocks);
    void copy(Payload to, Rank at_block, Payload from, Rank first_block, Rank blocks) const;
    // lower (op) upper
    Payload combined(Payload lower, Payload upper);
    // The result of the call: where the program wants it.
    void leave(Payload data, Rank blocks);
    void drop(Payload data);

private:
    std::size_t bytes(Rank blocks) const { return block_bytes_ * static_cast<std::size_t>(blocks); }
    std::uint32_t elements(Rank blocks) const { return count_ * static_cast<std::uint32_t>(blocks); }
    Collectives::Source source(Rank place) const { return {comm_, number_, members_.member(place)}; }
    std::string misfit(const Packet& packet, std::uint32_t round, Rank blocks) const;
    std::string with_root(Call call, Rank place) const;

    const World& world_;
    WaitList& waits_;
    Collectives& collectives_;
    RankGroup members_;
    OriginBuffer own_, result_;
    std::size_t block_bytes_;
    Rank rank_, place_, root_;
    std::uint32_t number_, count_;
    WindowId comm_;
    Call call_;
    Datatype datatype_;
    ReduceOp reduce_;
};

}  // namespace rmasim
