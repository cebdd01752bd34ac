// The interface of a hook that is called before accesses to windows and buffers. Explorations use the hook while the
// elements of an operation are executed one by one.
#pragma once

#include "protocol/base/packet.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

// Bytes of one rank's memory. `space` is the number of the window or buffer that contains the bytes. If several windows
// are created over the same memory, it is the number of that memory, so equal bytes have equal numbers.
struct AccessedBytes {
    Rank owner = no_rank;
    SpaceId space = 0;
    std::uint64_t begin = 0, end = 0;
};
constexpr bool overlap(const AccessedBytes& one, const AccessedBytes& other) {
    return one.owner == other.owner && one.space == other.space && one.begin < other.end && other.begin < one.end;
}

enum class AccessKind : std::uint8_t { read, write };

// An accumulate that a process executes in the memory of a window. The displacement of the region is in bytes.
struct MemoryUpdate {
    Rank by = no_rank;
    Rank owner = no_rank;
    WindowId window = 0;
    Region region;
    ReduceOp reduce = ReduceOp::replace;
    Payload data;
};

class AccessHook {
public:
    virtual ~AccessHook() = default;
    // True if this hook must be called before each access. If false, it need not be called.
    bool is_active() const { return active_; }
    // Called before rank `by` accesses these bytes, by a load or store of its program or by an operation.
    virtual void before_access(Rank by, AccessKind kind, const AccessedBytes& bytes) = 0;
    // Called before each accumulate in a window in shared memory. Returns true if the hook will execute the accumulate;
    // the caller must then not execute it.
    virtual bool takes_over(const MemoryUpdate& update) = 0;
    // Called before a MEM_SYNC of the rank.
    virtual void before_sync(Rank by) = 0;

protected:
    bool active_ = false;
};

}  // namespace rmasim::sim
