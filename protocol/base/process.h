// The RMA library of one process: MPI calls, packets, and progress. Worlds control and inspect processes only through
// this interface. Each protocol family derives a class of its own, such as newrma::Engine.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/call_request.h"
#include "protocol/base/errors.h"
#include "protocol/base/task.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"

#include <string>
#include <vector>

namespace rmasim {

// A message that has arrived at its receiver.
struct ArrivedMessage {
    Rank source = no_rank;
    std::uint32_t tag = 0;
    WindowId comm = no_window;
};

// The memory that a process uses, in bytes.
struct ProcessMemory {
    std::size_t engine_bytes = 0;  // the object itself, windows, queues, groups, requests, messages
    std::size_t table_bytes = 0;   // slots of the operation tables
    std::size_t pool_bytes = 0;    // elements allocated so far
};

// The agent that makes a process poll its queued packets.
enum class Poller : std::uint8_t {
    rank,           // the rank itself: inside a call, or after the end of its programs
    agent,          // the rank's progress agent: a thread or a signal handler
    agent_process,  // an agent that is a separate process: it accesses only shared memory
};

// The RMA library of one process. Each protocol family derives a class from it.
class Process {
public:
    Process() = default;
    Process(Process&&) = default;
    Process& operator=(Process&&) = delete;
    virtual ~Process() = default;

    // ---- Calls. Several calls can be active at once, one per thread.
    // Returns the calls that this family implements.
    virtual CallSet calls() const = 0;
    // Returns the call as a task that is not started. The caller starts the task. If the task is not done when `start`
    // returns, the call waits for progress. `answer` must outlive the task and holds the result once the task is done.
    // An erroneous call throws ErroneousProgram out of the task. For a call that is not in `calls()`, `begin` throws
    // ProtocolError.
    virtual Task<> begin(CallRequest&& request, CallAnswer& answer) = 0;

    // ---- Windows that are created and freed while the program runs (decision 0091). Windows from the start of the run
    // exist until its end.
    // Adds a window of this number, with the members that World::window_group returns. Its memory is absent until this
    // process calls WIN_CREATE, which reads Memory::shape; in families without that call, until Memory::exists returns
    // true. Packets of members that have called WIN_CREATE can arrive at once. Throws ProtocolError if the number is in
    // use in this process.
    virtual void add_window(WindowId) { throw ProtocolError("this process has windows from the start only"); }
    // Removes a window and frees its number. WIN_FREE must have returned in this process (in families without that
    // call, a barrier of the window's members). Throws ProtocolError if the process still holds state of the window.
    virtual void remove_window(WindowId) { throw ProtocolError("this process has windows from the start only"); }

    // Checks the rule of MPI_WIN_FREE for every window: throws ErroneousProgram if an epoch is open, or if a request is
    // open: the program has neither waited for it nor tested it successfully.
    virtual void require_closed() const = 0;
    // Checks the end of a run: every program has finished and no packet is in flight. Throws ErroneousProgram if
    // something can never complete, such as a put without a POST at its target.
    virtual void require_quiescent() const {}

    // ---- Delivery of packets and progress.
    // Handles a packet for this process. Calls that it unblocks are resumed before `deliver` returns.
    virtual void deliver(const Packet& packet) = 0;
    // The data of operation `op`, which this process sent with Transport::send_from_memory, have left the user's
    // memory. Handled like a packet.
    virtual void send_completed(OpId /*op*/) {
        throw ProtocolError("this process sends nothing from the user's memory");
    }
    // The first step of prefetching: prefetches memory for a packet that will be delivered soon. Changes no state.
    virtual void prefetch_first(const Packet& /*packet*/) const {}
    // The second step of prefetching for a packet, just before the packet is delivered. Memory that `prefetch_first`
    // has prefetched is now in the cache. This function reads pointers in it, and prefetches the memory to which they
    // point. Returns true if a call is probably waiting for this packet.
    virtual bool prefetch_second(const Packet& /*packet*/) const { return true; }
    // The first and the second step of prefetching before a call begins. The second step reads pointers in memory that
    // the first step has prefetched.
    virtual void prefetch_first_of_call() const {}
    virtual void prefetch_second_of_call() const {}
    // True if `deliver` has queued packets that are not handled. `poll` handles all queued packets, and so does the
    // next call when it begins. Families that handle packets on delivery always return false.
    virtual bool has_unpolled_packets() const { return false; }
    virtual void poll(Poller) {}
    // Resumes calls that can continue without a packet: after a call of another thread, or after a mutex is granted.
    virtual void make_progress() = 0;

    // ---- State, for reports.
    virtual Rank rank() const = 0;
    virtual const WaitList& waiting() const = 0;
    // Returns a text with the event that a waiting call waits for: "LOCK_GRANTED from rank 3 (window 0)".
    virtual std::string describe(const WaitReason& reason) const = 0;
    // Returns the ranks that a waiting call waits for, as far as this process can determine them. It cannot, for
    // example, determine the holder of another process's lock. If `reason.call` is `none`, no call waits: the result is
    // the ranks whose messages the open nonblocking collective calls on the communicator `reason.window` lack.
    virtual AwaitedRanks awaited_ranks(const WaitReason& reason) const = 0;
    // Returns the messages that no receive has matched, in the order of their arrival.
    virtual std::vector<ArrivedMessage> unreceived_messages() const { return {}; }
    // Returns the defect of the modelled implementation because of which a wait never ends ("the held operation of
    // target 1 is not counted as active"). Empty if no defect is found. If `reason.call` is `none`, `reason.target`
    // waits for the lock of this process's window segment, and the result is a defect that the process has recorded for
    // this lock. Valid only when no further event can occur.
    virtual std::string fault(const WaitReason&) const { return {}; }
    virtual ProcessMemory memory_use() const = 0;
    // Returns the present members of a window whose communicator may change, in the order of their ranks. If this
    // process is not a member, these are the members when it left. Only families with WIN_CHANGE_COMM have such
    // windows.
    virtual RankGroup current_members(WindowId) const { throw ProtocolError("no window changes its communicator"); }
};

// Throws ProtocolError because the family does not implement the call. For `begin`.
[[noreturn]] void refuse(Call call);

}  // namespace rmasim
