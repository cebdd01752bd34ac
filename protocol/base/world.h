// The services that the core needs from its world: transport, memory, observer and others. One object of each serves
// all ranks of a world. The rank is an argument of each function.
#pragma once

#include "protocol/base/atomic_ops.h"
#include "protocol/base/errors.h"
#include "protocol/base/group.h"
#include "protocol/base/observer.h"
#include "protocol/base/operation.h"
#include "protocol/base/packet.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rmasim {

// The processes of one node, which have consecutive ranks.
struct NodeRanks {
    Rank first = 0;
    Rank size = 1;
    bool contains(Rank rank) const { return rank >= first && rank < first + size; }
    // Returns the node of `rank` in a world of `ranks` ranks. Each node has `ranks_per_node` ranks, the last one
    // possibly fewer.
    static NodeRanks of(Rank rank, Rank ranks_per_node, Rank ranks) {
        const Rank first = rank - rank % ranks_per_node;
        return {first, std::min(ranks_per_node, ranks - first)};
    }
};

// The transport of packets between processes.
class Transport {
public:
    virtual ~Transport() = default;
    // Sends a packet. A packet of a process to itself is counted but not delivered: the sender handles it in the same
    // call. A request to a NIC (nic.h), including the sender's own NIC, is not delivered to the target's process. The
    // NIC's answer is delivered to the sender.
    virtual void send(const Packet& packet) = 0;
    // Sends an operation without copying its data: the network reads them from the user's memory. When it has read all
    // of them, the world calls Process::send_completed of the source, exactly once. That call can occur at any time
    // after this function returns, before or after the packet arrives. It does not occur for a source that died.
    virtual void send_from_memory(const Packet& /*packet*/) {
        throw ProtocolError("this world sends nothing from the user's memory");
    }
    // Returns the atomic operations that the targets' NICs execute. Constant during a run.
    virtual NicAtomics nic_atomics() const { return {}; }
    // True if packets between two processes arrive in the order of sending. Otherwise the core requests an
    // acknowledgement for every operation. Packets of messages keep their order in any case. Constant during a run.
    virtual bool ordered() const { return true; }
};

// A byte range of a window segment, a whole segment, or the segments of all processes.
struct WindowPart {
    WindowPart(WindowId window, Rank owner = no_rank, std::uint64_t first_byte = 0, std::uint64_t bytes = UINT64_MAX)
        : window(window), owner(owner), first_byte(first_byte), bytes(bytes) {}
    WindowId window;
    Rank owner;  // no_rank: every process
    std::uint64_t first_byte;
    std::uint64_t bytes;  // upper bound: the range ends with the segment
};

// The arguments of a process's WIN_CREATE.
struct WindowShape {
    std::uint64_t bytes = 0;
    std::uint32_t disp_unit = 1;  // bytes
    bool alloc_mem = true;        // the segment's memory is from MPI_ALLOC_MEM
};

// The operators that the program has defined for its reductions (MPI_OP_CREATE).
class Operators {
public:
    virtual ~Operators() = default;
    // Computes into[k] = into[k] (op) operand[k] on payloads. `into` has the values of lower ranks. `rank` is the
    // caller.
    virtual void reduce(Rank rank, const UserOperator& op, Payload into, Payload operand, Datatype datatype,
                        std::uint32_t count) const = 0;
    // Returns the program's name of the operator with this number.
    virtual std::string name_of(std::uint32_t number) const = 0;
};

// Window memory and origin buffers. The core releases every Payload that `gather`, `read`, `read_atomic` or `allocate`
// returns with exactly one call of `release`.
class Memory {
public:
    virtual ~Memory() = default;

    // Access to the origin's buffers. `gather` reads the data of an operation that is being issued. `scatter` stores a
    // fetched result.
    virtual Payload gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) = 0;
    virtual void scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count,
                         Payload payload) = 0;

    // Returns the part of a buffer from its element number `elements` on.
    virtual OriginBuffer behind(const OriginBuffer& /*buffer*/, std::uint64_t /*elements*/) const {
        throw ProtocolError("the buffers of this world have no parts");
    }

    // Writes words of the library, such as handles, into a variable of the program, or into the elements of an array
    // from that variable on. Takes effect even in worlds that keep no data.
    virtual void write_words(Rank /*rank*/, const OriginBuffer& /*to*/, std::span<const std::int64_t> /*words*/) {}
    void write_word(Rank rank, const OriginBuffer& to, std::int64_t word) { write_words(rank, to, {&word, 1}); }

    // True if the buffer is in memory from MPI_ALLOC_MEM, which other processes of the node can access.
    virtual bool in_shared_memory(Rank, const OriginBuffer&) const { return true; }

    // Access to the target's window. `by` accesses the window segment of `owner` through the store buffer and the cache
    // of `by`. `by` differs from `owner` only if the window is shared, and `by` and `owner` are on the same node.
    // Accumulates and COMPARE_AND_SWAP are atomic for each element.
    virtual Payload read(Rank by, Rank owner, WindowId window, const Region& region) = 0;
    // Reads the old value for an operation that fetches and updates. The value is never stale. The read is atomic with
    // the next `accumulate` or `compare_and_swap` by the same process on the same region. The caller must make that
    // call, except after a read with `no_op`.
    virtual Payload read_atomic(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp /*reduce*/) {
        return read(by, owner, window, region);
    }
    virtual void write(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) = 0;
    virtual void accumulate(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                            Payload payload) = 0;
    // Writes the new value if the window holds the value to compare with. `payload` contains the new value, followed by
    // the value to compare with.
    virtual void compare_and_swap(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) = 0;
    // Returns the contiguous runs of elements `first` to `first + count - 1` of an irregular region, in order.
    // Displacements are in bytes.
    virtual std::vector<Region> pieces(const Region&, std::uint32_t /*first*/, std::uint32_t /*count*/) const {
        throw ProtocolError("this world has no irregular datatypes");
    }

    // Returns the size and unit of a window segment, which are constant. A process may call this function only for its
    // own segment and, if the window is shared, for the segments on its node.
    virtual WindowShape shape(Rank /*owner*/, WindowId) const { return {}; }
    // True if the segment exists. In programs that create windows by a call, the segment exists between `create` and
    // `free`.
    virtual bool exists(Rank /*owner*/, WindowId) const { return true; }
    // WIN_CREATE calls `create` for a process's segment, WIN_FREE calls `free`. The bytes of a created segment are
    // zero. No process accesses a freed segment.
    virtual void create(Rank /*owner*/, WindowId) {}
    virtual void free(Rank /*owner*/, WindowId) {}

    // WIN_ATTACH calls `attach` and WIN_DETACH calls `detach` for a dynamic window. Operations may access the owner's
    // attached memory. Displacements in such a window are addresses of the owner. `attach` throws ErroneousProgram if
    // some of the memory is attached already. `detach` throws ErroneousProgram if no attached memory begins at
    // `memory`. A freed window has no attached memory.
    virtual void attach(Rank /*owner*/, WindowId, const OriginBuffer& /*memory*/, std::uint64_t /*bytes*/) {
        throw ProtocolError("this world has no dynamic windows");
    }
    virtual void detach(Rank /*owner*/, WindowId, const OriginBuffer& /*memory*/) {
        throw ProtocolError("this world has no dynamic windows");
    }

    // "SHM is allocated" (design, "RMA + shared memory"): the processes of a node can directly access the window of
    // which `rank` is a member. Constant while the window exists.
    virtual bool shared(Rank /*rank*/, WindowId) const { return false; }
    virtual NodeRanks node_of(Rank rank) const { return {rank, 1}; }
    // MEM_SYNC, a full memory barrier: the writes of `rank` become visible to others, and writes that others made
    // visible become visible to `rank`.
    virtual void mem_sync(Rank /*rank*/, MemSync /*place*/) {}
    // False if each process has a cache of its own that is not coherent: cache lines stay in the cache until they are
    // flushed or invalidated.
    virtual bool coherent() const { return true; }
    // Starts the write-back of the cache lines that `rank` has written in this range. MEM_SYNC waits until these lines
    // are in memory. Returns the number of lines. Atomic operations bypass the cache and need neither `flush_cache` nor
    // `invalidate_cache`.
    virtual std::uint32_t flush_cache(Rank /*rank*/, const WindowPart&) { return 0; }
    // Drops the cache lines of this range from the cache of `rank`, including stores that are not written back. To keep
    // the stores, call `flush_cache` first. Returns the number of lines.
    virtual std::uint32_t invalidate_cache(Rank /*rank*/, const WindowPart&) { return 0; }

    // Computes into[k] = into[k] (reduce) operand[k] on payloads, without access to memory. For families that
    // accumulate with plain reads and writes.
    virtual void reduce(Payload /*into*/, Payload /*operand*/, Datatype, std::uint32_t /*count*/, ReduceOp) {
        throw ProtocolError("this memory does no arithmetic");
    }
    virtual const Operators& operators() const { throw ProtocolError("this world has no operators of programs"); }

    // Allocates a payload for the protocol's own data (the group in a POST). Never null, unlike window data.
    virtual Payload allocate(std::size_t bytes) = 0;
    virtual void release(Payload payload) = 0;
};

// Chooses the suspended call that a process resumes first, if it can resume calls of several threads.
class Choice {
public:
    virtual ~Choice() = default;
    // Returns a number from 0 to alternatives - 1. `alternatives` is at least 2.
    virtual std::size_t choose(Rank rank, std::size_t alternatives) = 0;
};

// The name of a mutex in shared memory.
struct MutexId {
    Rank owner = 0;  // the process whose window segment the mutex guards
    WindowId window = 0;
    std::uint32_t region = 0;  // the guarded region of that segment
    auto operator<=>(const MutexId&) const = default;
};

// Mutexes between processes, and delays inside critical sections. A process has at most one open request, `lock` or
// `pause`. It is `busy` until the mutex is granted or the delay ends. The world then calls its make_progress().
class Mutexes {
public:
    virtual ~Mutexes() = default;
    // Mutexes are granted in the order of requests. They are not memory barriers.
    virtual void lock(Rank rank, MutexId mutex) = 0;
    virtual void unlock(Rank rank, MutexId mutex) = 0;
    // `rank` executes a step that takes time. Other ranks may run meanwhile.
    virtual void pause(Rank rank) = 0;
    virtual bool busy(Rank rank) const = 0;
    // Returns the rank that holds the mutex; no_rank if the mutex is free.
    virtual Rank holder(MutexId mutex) const = 0;
};

// The groups of communicators and windows, except the communicator of all processes. References to groups stay valid.
class Communicators {
public:
    virtual ~Communicators() = default;
    // Returns the communicator with this number of which `rank` is a member.
    virtual const RankGroup& group_of(Rank rank, WindowId number) const = 0;

    // Returns the group of the window with this number of which `rank` is a member. Null means all processes. If `rank`
    // is not a member of any window with this number, returns a group that contains only `rank`; `rank` never uses such
    // a window. Constant while the window exists.
    virtual const RankGroup* window_group(Rank /*rank*/, WindowId /*window*/) const { return nullptr; }
    // Returns the group with which the window begins, if WIN_CHANGE_COMM may give the window any communicator. Any rank
    // may then become a member, so `window_group` returns null. If `rank` is in no group of the window, the result is
    // some group without `rank`. For other windows the result is that of `window_group`.
    virtual const RankGroup* first_group(Rank rank, WindowId window) const { return window_group(rank, window); }
    // Returns those members of the window's group that are on the node of `rank`, in the order of their communicator
    // ranks, which need not be consecutive. Null if `window_group` returns null, or if the window's memory is not
    // shared.
    virtual const RankGroup* node_group(Rank /*rank*/, WindowId /*window*/) const { return nullptr; }
    // Returns the neighbours of `rank` in the topology of the communicator; nullopt if it has no topology.
    virtual std::optional<Neighbours> neighbours_of(Rank /*rank*/, WindowId /*number*/) const { return std::nullopt; }
};

// The calls that send and receive messages, by the labels that the world has given them (Message::label).
class MessageLabels {
public:
    // `has_types` is true if labels also have datatypes, whose signatures `differ` compares.
    explicit MessageLabels(bool has_types) : has_types_(has_types) {}
    virtual ~MessageLabels() = default;
    bool has_types() const { return has_types_; }
    // Returns a text about the send with this label: "rank 3 sends it at ring.c:12".
    virtual std::string text_of_send(Rank sender, std::uint32_t label) const = 0;
    // True if the first `bytes` bytes of the data of a send and of a receive have different basic datatypes.
    virtual bool differ(std::uint32_t /*sent*/, std::uint32_t /*received*/, std::uint64_t /*bytes*/) const {
        return false;
    }
    // Returns a text for the first difference: "element 1 is MPI_DOUBLE at the sender, but MPI_FLOAT at the receiver".
    virtual std::string difference(std::uint32_t /*sent*/, std::uint32_t /*received*/, std::uint64_t /*bytes*/) const {
        return {};
    }

private:
    bool has_types_;
};

// The services that the world provides to the core.
struct World {
    Transport& transport;
    Memory& memory;
    Observer& observer;
    Choice* choice = nullptr;                      // null: the call that has waited longest is resumed first
    Mutexes* mutexes = nullptr;                    // for families that need them
    const Communicators* communicators = nullptr;  // null if MPI_COMM_WORLD is the only communicator
    const MessageLabels* labels = nullptr;         // null if messages have no labels

    // Call the functions of `communicators`. Return null if there are no communicators.
    const RankGroup* window_group(Rank rank, WindowId window) const {
        return communicators == nullptr ? nullptr : communicators->window_group(rank, window);
    }
    const RankGroup* first_group(Rank rank, WindowId window) const {
        return communicators == nullptr ? nullptr : communicators->first_group(rank, window);
    }
    const RankGroup* node_group(Rank rank, WindowId window) const {
        return communicators == nullptr ? nullptr : communicators->node_group(rank, window);
    }
};

}  // namespace rmasim
