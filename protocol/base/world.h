// What the core asks of the world it runs in, and nothing more: a transport, a memory, an observer. One object of each
// serves every rank of a world; the rank is an argument.
#pragma once

#include "protocol/base/observer.h"
#include "protocol/base/operation.h"
#include "protocol/base/packet.h"

namespace rmasim {

// The processes of one node; they are numbered without gaps.
struct Node {
    Rank first = 0;
    Rank size = 1;
    bool contains(Rank rank) const { return rank >= first && rank < first + size; }
};

// The only way out of a process.
class Transport {
public:
    virtual ~Transport() = default;
    virtual void send(const Packet& packet) = 0;
    // Packets of one (source, target) pair arrive in the order they were sent. Where they may overtake each other, the
    // core asks every operation for an acknowledgement of its own. SEND packets keep their order in any case. Must not
    // change in a transport's life.
    virtual bool ordered() const { return true; }
};

// Window memory and origin buffers. Every Payload that `gather`, `read` or `allocate` returns is given back by one
// `release`.
class Memory {
public:
    virtual ~Memory() = default;

    // The caller's side: origin data of an operation being issued; result data of one that came back.
    virtual Payload gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) = 0;
    virtual void scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count,
                         Payload payload) = 0;

    // The window's side. `by` touches the window of `owner`, through its own view of memory; another process's only
    // where the window is shared and both are on one node. Accumulates and COMPARE_AND_SWAP are atomic, element by
    // element.
    virtual Payload read(Rank by, Rank owner, WindowId window, const Region& region) = 0;
    // For operations that fetch and change: never an old value, and one atomic step with the accumulate or
    // compare_and_swap of the same process and region that comes next.
    virtual Payload read_atomic(Rank by, Rank owner, WindowId window, const Region& region) {
        return read(by, owner, window, region);
    }
    virtual void write(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) = 0;
    virtual void accumulate(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                            Payload payload) = 0;
    // `payload`: the new value, then the one to compare. Writes the new one where the two are equal.
    virtual void compare_and_swap(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) = 0;

    // "SHM is allocated" (design, "RMA + shared memory"): the processes of a node can touch the window directly. Must
    // not change in a memory's life.
    virtual bool shared(WindowId) const { return false; }
    virtual Node node_of(Rank rank) const { return {rank, 1}; }
    // MEM_SYNC, a full memory barrier: what `rank` has written is seen by all, and it sees what all have written.
    virtual void mem_sync(Rank /*rank*/, MemSync /*place*/) {}
    // False: each process has a cache of its own, which keeps what it has until it is told otherwise.
    virtual bool coherent() const { return true; }
    // The lines of the window that `rank` has written go on their way to memory; MEM_SYNC waits until they are there.
    // How many lines. Atomic operations need neither this nor the next: they go past the cache.
    virtual std::uint32_t flush_cache(Rank /*rank*/, WindowId) { return 0; }
    // `rank` forgets its lines of the window, written or not: flush before. How many lines.
    virtual std::uint32_t invalidate_cache(Rank /*rank*/, WindowId) { return 0; }

    // For data of the protocol's own (a group in a POST); never null, unlike window data.
    virtual Payload allocate(std::size_t bytes) = 0;
    virtual void release(Payload payload) = 0;
};

// Which of several calls of one process goes on first, when several threads can.
class Choice {
public:
    virtual ~Choice() = default;
    // 0 to alternatives - 1; called with 2 or more.
    virtual std::size_t choose(Rank rank, std::size_t alternatives) = 0;
};

struct World {
    Transport& transport;
    Memory& memory;
    Observer& observer;
    Choice* choice = nullptr;  // none: the call that has waited longest
};

}  // namespace rmasim
