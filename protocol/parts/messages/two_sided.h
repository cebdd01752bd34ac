// The two-sided part of MPI that RMA programs need: MPI_BARRIER, messages (SEND, RECV) and collective calls, on any
// communicator. These calls make progress like every MPI call.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/prefetch.h"
#include "protocol/base/process.h"
#include "protocol/parts/collectives/barrier.h"
#include "protocol/parts/collectives/collective_algorithms.h"
#include "protocol/parts/collectives/collectives.h"
#include "protocol/parts/collectives/communicator_barriers.h"
#include "protocol/parts/collectives/nonblocking_collectives.h"
#include "protocol/parts/messages/messages.h"
#include "protocol/parts/messages/two_sided_requests.h"
#include "protocol/parts/requests/persistent_requests.h"

#include <memory>

namespace rmasim {

// The messages, barriers and collective calls of one process.
class TwoSided {
public:
    // `start` is one less than the number of the first barrier.
    TwoSided(Rank rank, Rank ranks, Barrier::Instance start = usual_start);

    Rank ranks() const { return ranks_; }  // all processes

    // Execute MPI_BARRIER, SEND and RECV. `world` and `waits` belong to the process and must outlive the calls.
    // Suspended calls are in `waits`. `comm` is no_window for the communicator of all processes.
    Task<> barrier(const World& world, WaitList& waits, WindowId comm = no_window);
    Task<> send(const World& world, WaitList& waits, const Message& message, MessageLimits limits) {
        return messages().send(world, waits, message, limits);
    }
    // RECV appends the status of the message to `answer`, if the caller wants it.
    Task<> recv(const World& world, WaitList& waits, const Message& message, CallAnswer& answer,
                StatusUse use = StatusUse::none) {
        return messages().recv(world, waits, message, answer, use);
    }
    // Executes any call of a message or a probe, or a call on the buffer of BSEND.
    Task<> message_call(const World& world, WaitList& waits, const CallRequest& request, MessageLimits limits,
                        CallAnswer& answer) {
        return messages().call(world, waits, request, limits, answer);
    }
    // Executes a collective call other than MPI_BARRIER: with its blocking form, or begins it and stores the new
    // request in `answer`. The messages of collective calls are always eager.
    Task<> collective(const World& world, WaitList& waits, const CallRequest& request, const CollectiveAlgorithms& how,
                      CallAnswer& answer);
    // Checks the end of a run, after all programs have finished. Throws UnreceivedMessage if a message was not
    // received, and ErroneousProgram if a message of a collective call is left.
    void require_quiescent() const;

    // Execute ISEND and IRECV. The functions store the new request in `answer`.
    Task<> isend(const World& world, const Message& message, MessageLimits limits, CallAnswer& answer) {
        return messages().isend(world, message, limits, answer);
    }
    Task<> irecv(const World& world, const Message& message, CallAnswer& answer) {
        return messages().irecv(world, message, answer);
    }
    // Executes a call of class `persistent`. Stores the new request in `answer`.
    Task<> make_persistent(CallRequest request, CallAnswer& answer);
    // Executes START and STARTALL: begins the calls of the persistent requests, one after the other. `call` is the call
    // that errors name.
    Task<> start(const World& world, WaitList& waits, Call call, std::vector<RequestId> ids, MessageLimits limits,
                 CollectiveAlgorithms how);
    // Returns the requests of this process, for calls that complete or free them.
    TwoSidedRequests requests() {
        Parts& own = parts();
        return {own.messages, own.nonblocking.get(), own.persistent.get()};
    }
    // Checks the end of the process's programs: throws ErroneousProgram if the program has not completed or freed a
    // request.
    void require_closed() const;

    // Handles a packet of a message or of a collective call, or a BARRIER of a communicator.
    void deliver(const World& world, const Packet& packet);
    // Returns the user's memory that `deliver` reads or writes for the packet, or for the data that follow it. Null if
    // there is no such memory.
    const OriginBuffer* touched_by(const Packet& packet) const;

    // The two steps of prefetching (Process::prefetch_first) before a packet of a message is handled or a call on
    // messages begins.
    void prefetch_first() const { prefetch<sizeof(Parts)>(parts_.get()); }
    void prefetch_second() const {
        if (parts_) parts_->messages.prefetch_first();
    }

    // Implement Process::describe and Process::awaited_ranks for waits of SEND, RECV, MPI_BARRIER and collective calls,
    // and for the open nonblocking collective calls of a communicator.
    std::string describe(const WaitReason& reason) const;
    AwaitedRanks awaited(const World& world, const WaitReason& reason) const;
    std::vector<ArrivedMessage> unreceived_messages() const;
    std::size_t bytes() const { return (barrier_ ? sizeof(Barrier) : 0) + (parts_ ? parts_->bytes() : 0); }

private:
    // The parts that few processes need.
    struct Parts {
        explicit Parts(Rank rank) : messages(rank) {}
        Messages messages;
        CommunicatorBarriers barriers;                        // except `barrier_`, the barrier of all processes
        std::unique_ptr<Collectives> collectives;             // null until the first call or packet
        std::unique_ptr<NonblockingCollectives> nonblocking;  // null until the first call
        std::unique_ptr<PersistentRequests> persistent;       // null until the first call
        // The last two pointers count as parts of their objects: a process without such calls needs neither.
        std::size_t bytes() const {
            return sizeof(Parts) - sizeof nonblocking - sizeof persistent + messages.bytes() + barriers.bytes() +
                   (collectives ? collectives->bytes() : 0) +
                   (nonblocking ? sizeof nonblocking + nonblocking->bytes() : 0) +
                   (persistent ? sizeof persistent + sizeof *persistent + persistent->bytes() : 0);
        }
    };

    AwaitedRanks senders(const World& world, WindowId comm) const;
    Rank awaited_in_collective(const WaitReason& reason) const;
    AwaitedRank awaited_in_barrier(WindowId comm) const;
    AwaitedRanks awaited_by_open_calls(WindowId comm) const;
    Barrier& own_barrier();
    Parts& parts() {
        if (!parts_) [[unlikely]]
            make_parts();
        return *parts_;
    }
    [[gnu::noinline]] void make_parts();
    Messages& messages() { return parts().messages; }
    Collectives& collectives();
    NonblockingCollectives& nonblocking();
    RankGroup members_of(const World& world, WindowId comm) const;
    Task<> ibarrier(const World& world, WindowId comm, CallAnswer& answer);
    Task<> begin_started(const World& world, WaitList& waits, const CallRequest& request, MessageLimits limits,
                         const CollectiveAlgorithms& how, CallAnswer& answer);
    Task<> on_neighbours(const World& world, WaitList& waits, CallRequest request, CollectiveAlgorithms how);
    Task<> begin_collective(const World& world, CallRequest request, const CollectiveAlgorithms& how,
                            CallAnswer& answer);
    bool is_complete(WindowId comm, Barrier::Instance instance) const;
    [[gnu::noinline]] void deliver_other(const World& world, const Packet& packet);
    void barrier_arrived(const World& world, const Packet& packet);

    Rank rank_;
    Rank ranks_;
    std::unique_ptr<Barrier> barrier_;  // null until the first call or packet
    std::unique_ptr<Parts> parts_;      // null until the first call or packet
};

// Returns the packet of one round of a barrier. `kind` is BARRIER or NODE_BARRIER. `window` is no_window for
// MPI_BARRIER. If the packet becomes due because another packet arrives, `why` is that of the arriving packet.
inline Packet barrier_packet(PacketKind kind, Rank source, Rank target, WindowId window, unsigned round,
                             Why why = Why::usual) {
    Packet packet;
    packet.source = source;
    packet.target = target;
    packet.window = window;
    packet.kind = kind;
    packet.round = static_cast<std::uint8_t>(round);
    packet.set_why(why);
    return packet;
}
// Enters the next instance of `barrier` and waits until it is complete. The packets are BARRIERs of `reason.window`.
// `group` converts the barrier's communicator ranks to ranks. It is null if they are the same. The arguments must
// outlive the task.
Task<> await_barrier(const World& world, WaitList& waits, Barrier& barrier, WaitReason reason,
                     const RankGroup* group = nullptr);
// Returns a text for the packet for which this instance of the barrier waits: "BARRIER round 1 from rank 3". `group`
// converts the barrier's communicator ranks to ranks. `group` is null if communicator ranks and ranks are the same.
std::string barrier_text(const Barrier& barrier, Barrier::Instance instance, const RankGroup* group = nullptr);

}  // namespace rmasim
