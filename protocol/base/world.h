// What the core asks of the world it runs in, and nothing more: a transport, a memory, an observer. One object of each
// serves every rank of a world; the rank is an argument.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/observer.h"
#include "protocol/base/operation.h"
#include "protocol/base/packet.h"

#include <algorithm>
#include <compare>

namespace rmasim {

// The processes of one node; they are numbered without gaps.
struct NodeRanks {
    Rank first = 0;
    Rank size = 1;
    bool contains(Rank rank) const { return rank >= first && rank < first + size; }
    // Of `rank`, where each node has so many ranks; the last one what is left of `ranks`.
    static NodeRanks of(Rank rank, Rank ranks_per_node, Rank ranks) {
        const Rank first = rank - rank % ranks_per_node;
        return {first, std::min(ranks_per_node, ranks - first)};
    }
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

// Some bytes of a window: of every process, of one, or of one's some.
struct WindowPart {
    WindowPart(WindowId window, Rank owner = no_rank, std::uint64_t first_byte = 0, std::uint64_t bytes = UINT64_MAX)
        : window(window), owner(owner), first_byte(first_byte), bytes(bytes) {}
    WindowId window;
    Rank owner;  // no_rank: every process
    std::uint64_t first_byte;
    std::uint64_t bytes;  // at most: a part ends where its window does
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
    virtual NodeRanks node_of(Rank rank) const { return {rank, 1}; }
    // MEM_SYNC, a full memory barrier: what `rank` has written is seen by all, and it sees what all have written.
    virtual void mem_sync(Rank /*rank*/, MemSync /*place*/) {}
    // False: each process has a cache of its own, which keeps what it has until it is told otherwise.
    virtual bool coherent() const { return true; }
    // The lines of a part that `rank` has written go on their way to memory; MEM_SYNC waits until they are there.
    // How many lines. Atomic operations need neither this nor the next: they go past the cache.
    virtual std::uint32_t flush_cache(Rank /*rank*/, const WindowPart&) { return 0; }
    // `rank` forgets its lines of a part, written or not: flush before. How many lines.
    virtual std::uint32_t invalidate_cache(Rank /*rank*/, const WindowPart&) { return 0; }

    // Arithmetic on payloads, no memory is touched: into[k] = into[k] (reduce) operand[k]. Needed by families that
    // accumulate with plain reads and writes.
    virtual void reduce(Payload /*into*/, Payload /*operand*/, Datatype, std::uint32_t /*count*/, ReduceOp) {
        throw ProtocolError("this memory does no arithmetic");
    }

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

// A mutex in shared memory.
struct MutexId {
    Rank owner = 0;  // whose part of the window it guards ...
    WindowId window = 0;
    std::uint32_t region = 0;  // ... and which region of that
    auto operator<=>(const MutexId&) const = default;
};

// Mutexes between processes, and time that passes inside a critical section. A process asks for one thing at a time,
// `lock` or `pause`, and is `busy` until it has it; the world then calls its make_progress().
class Mutexes {
public:
    virtual ~Mutexes() = default;
    // First come, first served. Not a memory barrier.
    virtual void lock(Rank rank, MutexId mutex) = 0;
    virtual void unlock(Rank rank, MutexId mutex) = 0;
    // What `rank` does is half done: the others go on meanwhile.
    virtual void pause(Rank rank) = 0;
    virtual bool busy(Rank rank) const = 0;
    // no_rank: nobody has it.
    virtual Rank holder(MutexId mutex) const = 0;
};

struct World {
    Transport& transport;
    Memory& memory;
    Observer& observer;
    Choice* choice = nullptr;    // none: the call that has waited longest
    Mutexes* mutexes = nullptr;  // for families that need them
};

}  // namespace rmasim
