// The RMA part of one process, whatever its protocol: every MPI call, every packet, and the progress between them.
// Worlds drive processes and look at them through this. Each protocol family derives its own: newrma::Engine is the
// first.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/errors.h"
#include "protocol/base/operation.h"
#include "protocol/base/task.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"

#include <string>
#include <vector>

namespace rmasim {

// MPI_SEND or MPI_RECV, eager.
struct Message {
    Rank peer = no_rank;
    std::uint32_t tag = 0;
    Datatype datatype = Datatype::byte;
    std::uint32_t count = 0;  // RECV: at least the message's
    OriginBuffer buffer;
};

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

    // ---- Calls. Each is a task: start it; when it is not done it waits for progress. Several may be under way, a
    // thread each. MPI misuse raises ErroneousProgram out of the task.
    virtual Task<> rma_op(Operation operation) = 0;
    virtual Task<> fence(WindowId window, Assert asserts) = 0;
    virtual Task<> barrier() = 0;
    virtual Task<> send(Message message) = 0;
    virtual Task<> recv(Message message) = 0;

    // Calls that not every family has. Programs of one without never get here: the scenario is refused before. Unless
    // overridden they raise ProtocolError.
    virtual Task<> post(WindowId window, std::vector<Rank> group, Assert asserts);
    virtual Task<> start(WindowId window, std::vector<Rank> group, Assert asserts);
    virtual Task<> complete(WindowId window);
    virtual Task<> wait(WindowId window);
    virtual Task<bool> test(WindowId window);
    virtual Task<> lock(WindowId window, LockType type, Rank target, Assert asserts);
    virtual Task<> unlock(WindowId window, Rank target);
    virtual Task<> lock_all(WindowId window, Assert asserts);
    virtual Task<> unlock_all(WindowId window);
    virtual Task<> flush(WindowId window, Rank target);
    virtual Task<> flush_local(WindowId window, Rank target);
    virtual Task<> flush_all(WindowId window);
    virtual Task<> flush_local_all(WindowId window);
    virtual Task<> sync(WindowId window);
    virtual RequestId new_request();
    virtual Task<> request_wait(RequestId request);
    virtual Task<bool> request_test(RequestId request);

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

}  // namespace rmasim
