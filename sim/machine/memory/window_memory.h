// The implementation of the interface Memory, by which the protocol's code accesses memory. It contains the windows of
// all ranks, and the payloads of packets in flight.
#pragma once

#include "protocol/base/world.h"
#include "sim/machine/memory/access_hook.h"
#include "sim/machine/memory/payload_pool.h"
#include "sim/machine/memory/scenario_operators.h"
#include "sim/machine/memory/sparse_bytes.h"
#include "sim/scenario/model/program.h"
#include "sim/scenario/model/scenario.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rmasim::memmodel {
class Copies;
}

namespace rmasim::sim {

class Attachments;
class MemoryChoices;
class SharedMemory;

// Receives the results that operations fetch into variables of a program. Each result has one element.
class Variables {
public:
    virtual ~Variables() = default;
    virtual void assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) = 0;
    // Assigns the values to consecutive variables.
    virtual void assign_array(Rank rank, ThreadId thread, Slot first, std::span<const std::int64_t> values) {
        for (const std::int64_t value : values) assign(rank, thread, first++, value);
    }
    // Receives the data that an operation has fetched into a report buffer. (Such a buffer has no memory in the
    // scenario: the data are only reported to watchers.) `what` is the number of the report buffer.
    virtual void report(Rank, std::int64_t /*what*/, Datatype, std::span<const std::byte>) {}
};

// The data of an operation at its origin are values, a window or buffer, or a variable. These functions encode each of
// these kinds as an OriginBuffer, which the protocol's code uses.
OriginBuffer affine_buffer(std::int64_t value, std::int64_t step);
OriginBuffer window_buffer(SpaceId space, std::int64_t disp_bytes, std::int64_t stride_bytes);
OriginBuffer variable_buffer(ThreadId thread, Slot variable);
OriginBuffer discard_buffer();
OriginBuffer report_buffer(std::int64_t what);
// Returns the number of the caller's window or buffer that contains `buffer`; nullopt if `buffer` is values or a
// variable.
std::optional<SpaceId> window_of(const OriginBuffer& buffer);

// Windows with segments of at most this size are contiguous in memory. For a larger window, only the pages that were
// written are allocated. A window in shared memory is always contiguous, because its words are numbered consecutively.
inline constexpr std::uint64_t max_dense_bytes = 1 << 20;

class WindowMemory final : public Memory {
public:
    // Windows and buffers are initially zero. If `scenario.data` is false, no contents are kept: payloads are null, and
    // reads return zeros. Tests pass `max_dense` to replace max_dense_bytes.
    WindowMemory(const Scenario& scenario, Variables& variables, std::uint64_t max_dense = max_dense_bytes);
    ~WindowMemory() override;

    Payload gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) override;
    // Returns false if the buffer is values or a variable of a program, which are in the process's own memory.
    bool in_shared_memory(Rank, const OriginBuffer& buffer) const override;
    OriginBuffer behind(const OriginBuffer& buffer, std::uint64_t elements) const override;
    void write_words(Rank rank, const OriginBuffer& to, std::span<const std::int64_t> words) override;
    void scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count,
                 Payload payload) override;
    Payload read(Rank by, Rank owner, WindowId window, const Region& region) override;
    Payload read_atomic(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce) override;
    void write(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) override;
    void accumulate(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                    Payload payload) override;
    void compare_and_swap(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) override;
    void reduce(Payload into, Payload operand, Datatype datatype, std::uint32_t count, ReduceOp reduce) override;
    const Operators& operators() const override { return operators_; }
    Payload allocate(std::size_t bytes) override { return payloads_.take(bytes); }
    void release(Payload payload) override { payloads_.give_back(payload); }
    WindowShape shape(Rank owner, WindowId window) const override;
    bool exists(Rank owner, WindowId window) const override;
    void create(Rank owner, WindowId window) override;
    void free(Rank owner, WindowId window) override;
    void attach(Rank owner, WindowId window, const OriginBuffer& memory, std::uint64_t bytes) override;
    void detach(Rank owner, WindowId window, const OriginBuffer& memory) override;
    bool shared(Rank, WindowId window) const override { return areas_[window].shared; }
    NodeRanks node_of(Rank rank) const override {
        return NodeRanks::of(rank, ranks_per_node_, static_cast<Rank>(ranks_));
    }
    void mem_sync(Rank rank, MemSync sync_point) override;
    bool coherent() const override { return coherent_; }
    std::uint32_t flush_cache(Rank rank, const WindowPart& part) override;
    std::uint32_t invalidate_cache(Rank rank, const WindowPart& part) override;

    // The memory of shared windows. Null if no window is shared, or if the contents of windows are not kept (`"data":
    // false`). The result of contents() may lack stores that are still in a store buffer or a cache.
    // SharedMemory::settled returns true if no store buffer or cache has such stores.
    SharedMemory* machine() { return machine_.get(); }
    const SharedMemory* machine() const { return machine_.get(); }
    // The private and public copies of windows that are not in shared memory. Null if the scenario's `propagation` is
    // eager, so that the two copies are always equal. Functions of this class that return contents use the private
    // copies. Operations use the public copies.
    memmodel::Copies* copies();
    // Returns the attached memory of dynamic windows; null if no window is dynamic.
    const Attachments* attachments() const { return attachments_.get(); }
    // Sets the object that makes the choices that the memory model allows. Without this call, all accesses take effect
    // immediately. `choices` must outlive this object.
    void decide_by(MemoryChoices& choices);
    // Sets the hook that is called before each access. `hook` must outlive this object.
    void call_before_accesses(AccessHook& hook) { hook_ = &hook; }
    // Returns the AccessedBytes that the hook receives for an access to `bytes` bytes of a window segment or buffer.
    AccessedBytes bytes_at(Rank owner, SpaceId space, std::uint64_t disp_bytes, std::uint64_t bytes) const;
    // Records in the footprint of the current step that the step begins an accumulate whose elements are executed
    // later.
    void note_update_ahead(Rank owner, WindowId window, const Region& region);

    // Execute a load or a store of a program. Precondition: the bytes are inside the window.
    std::int64_t load(Rank by, Rank owner, SpaceId space, std::uint64_t disp_bytes, Datatype datatype);
    void store(Rank by, Rank owner, SpaceId space, std::uint64_t disp_bytes, Datatype datatype, std::uint32_t count,
               std::int64_t value, std::int64_t step);

    // Returns to the initial state: resets all windows to zeros and frees all payloads, including those in flight.
    void clear();

    bool kept() const { return data_; }
    // Returns the contents of one rank's window or buffer; empty if the scenario keeps no contents (`"data": false`).
    // Raises std::logic_error if the contents are not contiguous in memory.
    std::span<const std::byte> contents(Rank rank, SpaceId space) const;
    // Returns a copy of `bytes` bytes of the contents; empty if no contents are kept. Precondition: the bytes are in
    // the window.
    std::vector<std::byte> copy(Rank rank, SpaceId space, std::uint64_t first_byte, std::size_t bytes) const;
    // Calls `visit(first byte, bytes)` for each page of a rank's window that is not all zeros, in ascending order. The
    // result is the same for contiguous and for sparse windows.
    template <class Visit>
    void for_each_page(Rank rank, SpaceId space, Visit visit) const;
    // Copies the bytes that an operation on the window would read. Returns false if the scenario keeps no contents.
    bool peek_public(Rank owner, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) const;
    // Returns one element of the contents of a rank's window or buffer.
    std::int64_t content(Rank rank, SpaceId space, std::uint64_t disp_bytes, Datatype datatype) const;
    std::uint64_t payloads_in_flight() const { return payloads_.in_flight(); }

private:
    // The memory of a window or buffer, at all ranks. The first fields are those that every access needs.
    struct Area {
        std::byte* bytes = nullptr;           // the window segment of rank 0; null if sparse
        std::uint64_t stride = 0;             // bytes from one rank's segment to the next
        std::shared_ptr<SparseBytes> sparse;  // the pages; shared by windows over the same memory
        bool plain = false;                   // true if a store only changes `bytes`
        bool shared = false;
        // If the window was created over the memory of another window or buffer: that window or buffer, and the
        // position in it. Nullopt if the window has its own memory.
        std::optional<Over> over;
        bool dynamic = false;  // true for a dynamic window, whose memory is attached
        bool by_call = false;  // true if a call of the program creates the space
        // The owner of `bytes`. Null if `bytes` is null or is shared memory.
        std::unique_ptr<std::byte[], void (*)(void*)> owned{nullptr, nullptr};
        // By rank: true if the rank has the window. Empty if all ranks have it.
        std::vector<bool> existing;
        PerRank bytes_of;  // the size of each rank's segment
        PerRank disp_unit;
        bool alloc_mem = true;
    };
    // The last read of an operation whose update follows immediately. The read and the update are one atomic operation,
    // so no store of another rank may occur between them.
    struct Fetched {
        Rank by = no_rank;
        Rank owner = no_rank;
        WindowId window = 0;
        std::uint64_t disp_bytes = 0;
        friend bool operator==(const Fetched&, const Fetched&) = default;
    };
    // Connects the private and public copies with the memory of windows and buffers.
    struct TwoCopies;
    Area area_of(const WindowSettings& space) const;
    void lay_out(SpaceId id, const WindowSettings& space, std::uint64_t max_dense);
    void lay_out_over(Area& area) const;
    void make_copies();
    void make_copies(Rank owner, WindowId window);
    bool has_copies(Rank owner, WindowId window) const;
    bool allocate(Area& area) const;
    // Execute a load or a store of rank `by` in the segment of rank `owner`.
    void load_bytes(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, std::byte* to, std::size_t bytes);
    void store_bytes(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, const std::byte* from,
                     std::size_t bytes);
    // store_private() is a store of a program to the private copy. load_public() and store_public() are accesses of an
    // operation to the public copy.
    void store_private(Rank by, Rank owner, SpaceId space, std::uint64_t disp_bytes, const std::byte* from,
                       std::size_t bytes);
    void load_public(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, std::byte* to, std::size_t bytes);
    void store_public(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, const std::byte* from,
                      std::size_t bytes);
    // Returns the memory that an operation accesses at a displacement: a window or buffer, and the position in it. In a
    // dynamic window, the displacement is an address, and the result is the window or buffer that contains the address.
    Over accessed(Rank owner, WindowId window, std::uint64_t disp_bytes) const;
    // Copies bytes of memory. Ignores the contents of store buffers and caches.
    void peek(Rank owner, WindowId window, std::uint64_t disp_bytes, std::byte* to, std::size_t bytes) const;
    // Raises ProtocolError if the region is not inside the window segment. In a dynamic window, raises ProtocolError if
    // a byte of the region is not attached.
    void require_inside(Rank owner, WindowId window, const Region& region) const;
    // begin_access() calls the hook, if a hook is set and active.
    void begin_access(Rank by, AccessKind kind, Rank owner, WindowId window, const Region& region) {
        if (hook_ != nullptr && hook_->is_active()) [[unlikely]]
            call_hook(by, kind, owner, window, region);
    }
    void begin_access(Rank by, AccessKind kind, Rank owner, SpaceId space, std::uint64_t disp_bytes,
                      std::uint64_t bytes) {
        if (hook_ != nullptr && hook_->is_active()) [[unlikely]]
            hook_->before_access(by, kind, bytes_at(owner, space, disp_bytes, bytes));
    }
    bool is_taken_over(const MemoryUpdate& update);
    bool begin_update(Rank by, Rank owner, WindowId window, const Region& region);
    Payload read_now(Rank by, Rank owner, WindowId window, const Region& region);
    void call_hook(Rank by, AccessKind kind, Rank owner, WindowId window, const Region& region);
    void prepare_atomic(Rank by, Rank owner, WindowId window, const Region& region);
    // Changes bytes of the memory: calls `work(std::byte*)`, which changes the bytes in place.
    template <class Work>
    void change(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, std::size_t bytes, Work work);
    void clear_part(Area& area, Rank owner);

    static std::uint64_t sparse_address(const Area& area, Rank rank, std::uint64_t disp_bytes) {
        const std::uint64_t first = area.over ? area.over->disp_bytes : 0;
        return static_cast<std::uint64_t>(rank) * area.stride + first + disp_bytes;
    }
    std::byte* at(Rank rank, WindowId window, std::uint64_t disp_bytes) const {
        const Area& area = areas_[window];
        return area.bytes + static_cast<std::size_t>(rank) * area.stride + disp_bytes;
    }

    bool data_;
    std::size_t ranks_;
    Rank ranks_per_node_;
    bool coherent_;
    std::size_t windows_;
    std::vector<Area> areas_;  // by space
    std::unique_ptr<SharedMemory> machine_;
    std::unique_ptr<Attachments> attachments_;
    const Scenario& scenario_;
    ScenarioOperators operators_;
    std::unique_ptr<TwoCopies> two_copies_;  // null if an update reaches both copies at once
    Fetched fetched_;
    PayloadPool payloads_;
    std::vector<std::byte> scratch_;  // the bytes of a sparse window during a change
    Variables& variables_;
    AccessHook* hook_ = nullptr;
    Fetched begun_;  // the last read that was reported to `hook_` and whose update follows
};

template <class Visit>
void WindowMemory::for_each_page(Rank rank, SpaceId space, Visit visit) const {
    const Area& area = areas_[space];
    const std::uint64_t part = data_ ? area.bytes_of.of(rank) : 0;
    const auto visit_unless_zero = [&](std::uint64_t first, std::span<const std::byte> page) {
        page = page.first(static_cast<std::size_t>(std::min<std::uint64_t>(page_bytes, part - first)));
        if (!is_zero(page)) visit(first, page);
    };
    if (area.sparse && !area.over) {
        const std::uint64_t begin = sparse_address(area, rank, 0) / page_bytes;
        const std::uint64_t end = begin + (part + page_bytes - 1) / page_bytes;
        area.sparse->for_each_page(begin, end, [&](std::uint64_t number, std::span<const std::byte> page) {
            visit_unless_zero((number - begin) * page_bytes, page);
        });
        return;
    }
    for (std::uint64_t first = 0; first < part; first += page_bytes) {
        const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(page_bytes, part - first));
        if (area.sparse) visit_unless_zero(first, copy(rank, space, first, bytes));
        else visit_unless_zero(first, {at(rank, space, first), bytes});
    }
}

}  // namespace rmasim::sim
