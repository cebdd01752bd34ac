// The RMA library of one process: every MPI call, every packet, and progress. Worlds drive and inspect processes
// through this interface only. Each protocol family derives its own class, such as newrma::Engine.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/call_request.h"
#include "protocol/base/errors.h"
#include "protocol/base/task.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"

#include <string>

namespace rmasim {

// Memory of a process, in bytes.
struct ProcessMemory {
    std::size_t engine_bytes = 0;  // the object itself, windows, queues, groups, requests, messages
    std::size_t table_bytes = 0;   // slots of the operation tables
    std::size_t pool_bytes = 0;    // elements allocated so far
};

// Who makes a process poll the packets queued for it.
enum class Poller : std::uint8_t {
    rank,           // the rank itself: inside a call, or after the end of its programs
    agent,          // its progress agent, a thread or a signal handler
    agent_process,  // an agent that is a process of its own: it only reaches what is in shared memory
};

class Process {
public:
    Process() = default;
    Process(Process&&) = default;
    Process& operator=(Process&&) = delete;
    virtual ~Process() = default;

    // ---- Calls. Several may be under way at once, one per thread.
    // The calls that this family implements.
    virtual CallSet calls() const = 0;
    // Returns the call as a task that has not started. Start it; if it is not done then, it waits for progress.
    // `answer` must outlive the task and holds the result once the task is done. Misuse of MPI raises ErroneousProgram
    // out of the task. A call that is not in `calls()` raises ProtocolError here.
    virtual Task<> begin(CallRequest&& request, CallAnswer& answer) = 0;

    // ---- Windows that come and go while the program runs (decision 0091). Those from the start stay for good.
    // From now on there is a window of this number, whose members World::window_group names. It is absent until this
    // process calls WIN_CREATE, which asks Memory::shape; in families without that call, until Memory::exists. Packets
    // of others that have called it may come at once. Raises ProtocolError if the number is in use here.
    virtual void add_window(WindowId) { throw ProtocolError("this process has windows from the start only"); }
    // The window's WIN_FREE has returned here (in families without that call, a barrier of its members), so the number
    // is free again. Raises ProtocolError if something of the window is left.
    virtual void remove_window(WindowId) { throw ProtocolError("this process has windows from the start only"); }

    // MPI_WIN_FREE of every window: raises ErroneousProgram when an epoch or a request is still open.
    virtual void require_closed() const = 0;
    // Every program of the world has ended and no packet is in flight. Raises ErroneousProgram for what can never be
    // done any more, such as a put for which nobody called post.
    virtual void require_quiescent() const {}

    // ---- A packet for this process. Calls whose wait is over are resumed before this returns.
    virtual void deliver(const Packet& packet) = 0;
    // The data of operation `op`, which this process sent from the user's memory, have left it. Handled like a packet.
    virtual void send_completed(OpId /*op*/) { throw ProtocolError("this process sends nothing from the user's memory"); }
    // A packet will be delivered soon: a chance to prefetch what it will touch. Changes no state.
    virtual void prefetch_first(const Packet& /*packet*/) const {}
    // It will be one of the next: what `prefetch_first` prefetched is there by now, and what that points to can be
    // prefetched. Returns whether it may be what a call waits for: a guess.
    virtual bool prefetch_second(const Packet& /*packet*/) const { return true; }
    // The same before a call begins.
    virtual void prefetch_first_of_call() const {}
    virtual void prefetch_second_of_call() const {}
    // True if packets are queued that `deliver` only took in: `poll`, or the begin of the next call, handles them all
    // together. Families that handle a packet when it is delivered never have any.
    virtual bool has_unpolled_packets() const { return false; }
    virtual void poll(Poller) {}
    // Resumes calls that can continue for another reason: a call of another thread, or a mutex that was granted.
    virtual void make_progress() = 0;

    // ---- State, for reports.
    virtual Rank rank() const = 0;
    virtual const WaitList& waiting() const = 0;
    // "LOCK_GRANTED from rank 3 (window 0)": what a waiting call needs and from whom.
    virtual std::string describe(const WaitReason& reason) const = 0;
    // The same as data. It is only what this process knows: who holds a lock, for example, only the target knows.
    virtual AwaitedRanks awaited_ranks(const WaitReason& reason) const = 0;
    // Families that record an implementation with its faults: the fault that a wait of this process never ends by
    // ("the held operation of target 1 is not counted as active"); empty if there is none. Without a call: of the lock
    // that the reason's target waits for. To be asked when nothing can happen any more.
    virtual std::string fault(const WaitReason&) const { return {}; }
    virtual ProcessMemory memory_use() const = 0;
};

// For `begin`: raises ProtocolError because the family does not implement the call.
[[noreturn]] void refuse(Call call);

}  // namespace rmasim
