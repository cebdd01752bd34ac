// The nonblocking collective calls of one process, from their begin to the completion of their requests. A call
// executes the steps of its schedule when it begins, and when its messages arrive. IBARRIER is an instance of the
// communicator's barrier.
//
//     IALLREDUCE      --- ALLREDUCE round 1 -->    and returns
//     any call        <-- ALLREDUCE round 1 ---    the process reduces, and sends its message of round 2
//     WAIT            returns when the last message has arrived
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/parts/collectives/barrier.h"
#include "protocol/parts/collectives/collective_call.h"
#include "protocol/parts/messages/messages.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rmasim {

class NonblockingCollectives {
public:
    // `messages` has the requests, and must outlive this object.
    explicit NonblockingCollectives(Messages& messages) : messages_(messages) {}

    // Begins a collective call other than IBARRIER. Returns its request.
    RequestId begin(CollectiveCall call);
    // Adds an instance of the barrier that the process has entered. Returns its request.
    RequestId begin_barrier(WindowId comm, Barrier::Instance instance, bool complete);

    // Advances the call that a message belongs to. The message is among the early messages.
    void arrived(const Packet& packet);
    // Completes the requests of the communicator's barriers that are complete. `complete(instance)` returns true for
    // these.
    template <class Complete>
    void finish_barriers(WindowId comm, Complete complete) {
        for (std::size_t index = 0; index < barriers_.size();) {
            const OpenBarrier one = barriers_[index];
            if (one.comm != comm || !complete(one.instance)) {
                ++index;
                continue;
            }
            messages_.finish_collective(one.id, {});
            barriers_.erase(barriers_.begin() + static_cast<std::ptrdiff_t>(index));
        }
    }

    // Returns the reason for which `waiting` waits for this request; nullopt if the request is not one of these calls.
    // The target of the reason is the request's number, because the awaited process changes during the wait.
    std::optional<WaitReason> reason(Call waiting, RequestId id) const;
    // Returns the process whose message a call awaits now. `reason` is from the function above, and not for an
    // IBARRIER.
    Rank awaited_rank(const WaitReason& reason) const;
    // Adds the processes whose messages the open calls on the communicator await now, except IBARRIERs.
    void add_awaited(WindowId comm, AwaitedRanks& awaited) const;
    // True if an IBARRIER of the communicator is open.
    bool has_barrier(WindowId comm) const;
    // Returns the result buffer of the call that a message belongs to; null if there is none.
    const OriginBuffer* touched_by(const Packet& packet) const;
    std::size_t bytes() const {
        return sizeof(NonblockingCollectives) + max_open_ * (sizeof(Open) + sizeof(CollectiveCall)) +
               barriers_.capacity() * sizeof(OpenBarrier);
    }

private:
    struct Open {
        RequestId id;
        std::unique_ptr<CollectiveCall> call;
    };
    struct OpenBarrier {
        RequestId id;
        WindowId comm;
        Barrier::Instance instance;
    };
    const Open* find(const Packet& packet) const;

    Messages& messages_;
    std::vector<Open> open_;             // calls that are not complete, in the order of their begin
    std::vector<OpenBarrier> barriers_;  // the same
    std::size_t max_open_ = 0;           // the largest number of calls in `open_` so far
};

}  // namespace rmasim
