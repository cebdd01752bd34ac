// The RMA part of one process, whatever its protocol: every MPI call, every packet, and the progress between them.
// Worlds drive processes and look at them through this. Each protocol family derives its own: newrma::Engine is the
// first.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/call_request.h"
#include "protocol/base/errors.h"
#include "protocol/base/task.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"

#include <string>

namespace rmasim {

// Bytes that a process keeps.
struct ProcessMemory {
    std::size_t engine_bytes = 0;  // its object, windows, queues, groups, requests, messages
    std::size_t table_bytes = 0;   // slots
    std::size_t pool_bytes = 0;    // elements made so far
};

class Process {
public:
    Process() = default;
    Process(Process&&) = default;
    Process& operator=(Process&&) = delete;
    virtual ~Process() = default;

    // ---- Calls. Several may be under way, a thread each.
    // Those that this family has.
    virtual CallSet calls() const = 0;
    // The call as a task that is not started: start it; when it is not done then, it waits for progress. `answer`
    // outlives the task and holds what the call gives back once it is done. MPI misuse raises ErroneousProgram out of
    // the task. A call that is not in `calls()` raises ProtocolError here.
    virtual Task<> begin(CallRequest request, CallAnswer& answer) = 0;

    // MPI_WIN_FREE of every window: raises ErroneousProgram when an epoch or a request is still open.
    virtual void require_closed() const = 0;

    // ---- A packet for this process. Calls whose wait is over go on before this returns.
    virtual void deliver(const Packet& packet) = 0;
    // A packet will be delivered soon: a chance to bring close to the processor what it will touch. Changes nothing.
    virtual void expect(const Packet& /*packet*/) const {}
    // Calls that something else set free go on.
    virtual void make_progress() = 0;

    // ---- What is going on, for reports.
    virtual Rank rank() const = 0;
    virtual const WaitList& waiting() const = 0;
    // "LOCK_GRANTED from rank 3 (window 0)": what a waiting call needs and from whom.
    virtual std::string describe(const WaitReason& reason) const = 0;
    // The same for programs: the process's own half of the truth.
    virtual AwaitedRanks awaited_ranks(const WaitReason& reason) const = 0;
    virtual ProcessMemory memory_use() const = 0;
};

// For `begin`: raises ProtocolError, since the family has no such call.
[[noreturn]] void refuse(Call call);

}  // namespace rmasim
