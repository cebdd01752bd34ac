// Everything that the core needs from the world it runs in: a transport, a memory, an observer. One object of each
// serves all ranks of a world; the rank is an argument.
#pragma once

#include "protocol/base/atomic_ops.h"
#include "protocol/base/errors.h"
#include "protocol/base/group.h"
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
    // The node of `rank`, where each node has `ranks_per_node` ranks and the last one the remainder of `ranks`.
    static NodeRanks of(Rank rank, Rank ranks_per_node, Rank ranks) {
        const Rank first = rank - rank % ranks_per_node;
        return {first, std::min(ranks_per_node, ranks - first)};
    }
};

// The only way out of a process.
class Transport {
public:
    virtual ~Transport() = default;
    // A packet of a process to itself is counted, and not delivered: the sender handles it in the call that sends it.
    // Requests to a NIC (nic.h), its own one as well, are not delivered either; the NIC's answer is.
    virtual void send(const Packet& packet) = 0;
    // Sends an operation whose data are not copied away first: they are in the user's memory until they have left. Then
    // the world calls Process::send_completed of the source, once, at any time after this call returns, before or after the
    // packet arrives. A source that died is not told.
    virtual void send_from_memory(const Packet& /*packet*/) {
        throw ProtocolError("this world sends nothing from the user's memory");
    }
    // What the NICs of the targets carry out atomically. Must never change.
    virtual NicAtomics nic_atomics() const { return {}; }
    // True if packets of one (source, target) pair arrive in the order they were sent. Otherwise the core requests an
    // acknowledgement for every operation. Packets of messages keep their order in any case. Must never change.
    virtual bool ordered() const { return true; }
};

// A byte range of the window of one process, or the whole window of one or of all processes.
struct WindowPart {
    WindowPart(WindowId window, Rank owner = no_rank, std::uint64_t first_byte = 0, std::uint64_t bytes = UINT64_MAX)
        : window(window), owner(owner), first_byte(first_byte), bytes(bytes) {}
    WindowId window;
    Rank owner;  // no_rank: every process
    std::uint64_t first_byte;
    std::uint64_t bytes;  // upper bound: the range ends with the window
};

// What a process gave to WIN_CREATE.
struct WindowShape {
    std::uint64_t bytes = 0;
    std::uint32_t disp_unit = 1;  // bytes
    bool alloc_mem = true;        // its memory is from MPI_ALLOC_MEM
};

// Window memory and origin buffers. Every Payload returned by `gather`, `read` or `allocate` is released by exactly one
// `release`.
class Memory {
public:
    virtual ~Memory() = default;

    // The origin's side: `gather` reads the data of an operation being issued, `scatter` stores a fetched result.
    virtual Payload gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) = 0;
    virtual void scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count,
                         Payload payload) = 0;

    // A word that the library itself writes for the program, such as a handle: there even where no data are kept.
    virtual void write_word(Rank /*rank*/, const OriginBuffer& /*to*/, std::int64_t /*word*/) {}

    // Whether the buffer is in memory from MPI_ALLOC_MEM, where another process of the node reaches it.
    virtual bool in_shared_memory(Rank, const OriginBuffer&) const { return true; }

    // The window's side. `by` accesses the window of `owner` through its own view of memory (its store buffer and
    // cache). `by` differs from `owner` only if the window is shared and both are on one node. Accumulates and
    // COMPARE_AND_SWAP are atomic for each element.
    virtual Payload read(Rank by, Rank owner, WindowId window, const Region& region) = 0;
    // For operations that fetch and update: never a stale value, and atomic together with the `accumulate` or
    // `compare_and_swap` by the same process on the same region that has to follow; none does after `no_op`.
    virtual Payload read_atomic(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp /*reduce*/) {
        return read(by, owner, window, region);
    }
    virtual void write(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) = 0;
    virtual void accumulate(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                            Payload payload) = 0;
    // `payload`: the new value, then the value to compare with. Writes the new value if the window holds the latter.
    virtual void compare_and_swap(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) = 0;

    // The part of a window that a process has; neither changes. A process knows its own and, where memory is shared,
    // those of its node: no other.
    virtual WindowShape shape(Rank /*owner*/, WindowId) const { return {}; }
    // False before `create` and after `free`, where the program creates the window by a call.
    virtual bool exists(Rank /*owner*/, WindowId) const { return true; }
    // WIN_CREATE: the part of `owner` is fresh, all zeros. WIN_FREE: nobody accesses it any more.
    virtual void create(Rank /*owner*/, WindowId) {}
    virtual void free(Rank /*owner*/, WindowId) {}

    // WIN_ATTACH and WIN_DETACH of a dynamic window: from now on operations may access `memory` of its owner, or no
    // longer. Displacements in such a window are addresses of the owner. Raise ErroneousProgram if a part is attached
    // already, or if nothing is attached that begins there. A window that is freed has nothing attached.
    virtual void attach(Rank /*owner*/, WindowId, const OriginBuffer& /*memory*/, std::uint64_t /*bytes*/) {
        throw ProtocolError("this world has no dynamic windows");
    }
    virtual void detach(Rank /*owner*/, WindowId, const OriginBuffer& /*memory*/) {
        throw ProtocolError("this world has no dynamic windows");
    }

    // "SHM is allocated" (design, "RMA + shared memory"): the processes of a node can access the window that `rank` has
    // a part of directly. Must not change while the window exists.
    virtual bool shared(Rank /*rank*/, WindowId) const { return false; }
    virtual NodeRanks node_of(Rank rank) const { return {rank, 1}; }
    // MEM_SYNC, a full memory barrier: others see all that `rank` has written, and `rank` sees what they made visible.
    virtual void mem_sync(Rank /*rank*/, MemSync /*place*/) {}
    // False: each process has a cache of its own, which keeps its lines until they are flushed or invalidated.
    virtual bool coherent() const { return true; }
    // Starts writing back the lines of a part that `rank` has written; MEM_SYNC waits until they are in memory. Returns
    // the number of lines. Atomic operations bypass the cache and need neither this nor `invalidate_cache`.
    virtual std::uint32_t flush_cache(Rank /*rank*/, const WindowPart&) { return 0; }
    // Drops the lines of a part from the cache of `rank`, even unwritten stores: flush first. Returns their number.
    virtual std::uint32_t invalidate_cache(Rank /*rank*/, const WindowPart&) { return 0; }

    // Arithmetic on payloads, without access to memory: into[k] = into[k] (reduce) operand[k]. Needed by families that
    // accumulate with plain reads and writes.
    virtual void reduce(Payload /*into*/, Payload /*operand*/, Datatype, std::uint32_t /*count*/, ReduceOp) {
        throw ProtocolError("this memory does no arithmetic");
    }

    // For the protocol's own data (the group in a POST); never null, unlike window data.
    virtual Payload allocate(std::size_t bytes) = 0;
    virtual void release(Payload payload) = 0;
};

// Chooses which suspended call of a process is resumed first, if the calls of several threads can be resumed.
class Choice {
public:
    virtual ~Choice() = default;
    // Returns 0 to alternatives - 1; `alternatives` is at least 2.
    virtual std::size_t choose(Rank rank, std::size_t alternatives) = 0;
};

// A mutex in shared memory.
struct MutexId {
    Rank owner = 0;  // the process whose part of the window it guards
    WindowId window = 0;
    std::uint32_t region = 0;  // the region of that part
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
    // `rank` is in the middle of a step that takes time: other ranks may run meanwhile.
    virtual void pause(Rank rank) = 0;
    virtual bool busy(Rank rank) const = 0;
    // no_rank: the mutex is free.
    virtual Rank holder(MutexId mutex) const = 0;
};

// The communicators of the processes, beside that of all of them. The groups that it hands out stay where they are.
class Communicators {
public:
    virtual ~Communicators() = default;
    // The one of this number that `rank` is in.
    virtual const RankGroup& group_of(Rank rank, WindowId number) const = 0;

    // The processes of the window of this number that `rank` has a part of; null: all processes. A process that has no
    // such window is in a group of its own, alone, and never names the window. Must not change while the window exists.
    virtual const RankGroup* window_group(Rank /*rank*/, WindowId /*window*/) const { return nullptr; }
    // Those of them that are on the node of `rank`, by place in the window: they need not be neighbours. Null where
    // `window_group` is null, or where the window's memory is not shared.
    virtual const RankGroup* node_group(Rank /*rank*/, WindowId /*window*/) const { return nullptr; }
};

struct World {
    Transport& transport;
    Memory& memory;
    Observer& observer;
    Choice* choice = nullptr;                      // null: the call that has waited longest goes first
    Mutexes* mutexes = nullptr;                    // for families that need them
    const Communicators* communicators = nullptr;  // null: there is only that of all processes

    // See Communicators.
    const RankGroup* window_group(Rank rank, WindowId window) const {
        return communicators == nullptr ? nullptr : communicators->window_group(rank, window);
    }
    const RankGroup* node_group(Rank rank, WindowId window) const {
        return communicators == nullptr ? nullptr : communicators->node_group(rank, window);
    }
};

}  // namespace rmasim
