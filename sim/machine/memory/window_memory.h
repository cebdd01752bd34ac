// The windows of all ranks, and the payloads of packets in flight: the implementation of the core's Memory.
#pragma once

#include "protocol/base/world.h"
#include "sim/machine/memory/access_hook.h"
#include "sim/machine/memory/payload_pool.h"
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

// Receives one-element results that operations fetch into a program variable.
class Variables {
public:
    virtual ~Variables() = default;
    virtual void assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) = 0;
    // Receives the data of an operation with a report_buffer. `what` is the buffer's.
    virtual void report(Rank, std::int64_t /*what*/, Datatype, std::span<const std::byte>) {}
};

// The kinds of local data of an operation, encoded as the OriginBuffer that the core carries.
OriginBuffer affine_buffer(std::int64_t value, std::int64_t step);
OriginBuffer window_buffer(SpaceId space, std::int64_t disp_bytes, std::int64_t stride_bytes);
OriginBuffer variable_buffer(ThreadId thread, Slot variable);
OriginBuffer discard_buffer();
OriginBuffer report_buffer(std::int64_t what);
// The caller's window or buffer that contains `buffer`; none if the local data are not in one.
std::optional<SpaceId> window_of(const OriginBuffer& buffer);

// Windows with segments of at most this size are contiguous. Of any larger window, only the pages that were written
// exist. A window in shared memory is always contiguous, because its words are numbered.
inline constexpr std::uint64_t max_dense_bytes = 1 << 20;

class WindowMemory final : public Memory {
public:
    // Windows and buffers start as zeros. Without `scenario.data` no contents are kept: payloads are null, reads return
    // zeros. `max_dense` is for tests and replaces max_dense_bytes.
    WindowMemory(const Scenario& scenario, Variables& variables, std::uint64_t max_dense = max_dense_bytes);
    ~WindowMemory() override;

    Payload gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) override;
    // False for values and variables of a program, which are memory of their own.
    bool in_shared_memory(Rank, const OriginBuffer& buffer) const override;
    void write_word(Rank rank, const OriginBuffer& to, std::int64_t word) override;
    void scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count,
                 Payload payload) override;
    Payload read(Rank by, Rank owner, WindowId window, const Region& region) override;
    Payload read_atomic(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce) override;
    void write(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) override;
    void accumulate(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                    Payload payload) override;
    void compare_and_swap(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) override;
    void reduce(Payload into, Payload operand, Datatype datatype, std::uint32_t count, ReduceOp reduce) override;
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

    // The memory of shared windows. Null if no window is shared or no data is kept. Until it has settled, `contents`
    // may lack stores that are still in buffers or caches.
    SharedMemory* machine() { return machine_.get(); }
    const SharedMemory* machine() const { return machine_.get(); }
    // The copies of windows that are not in shared memory. Null if the scenario's propagation is eager. Functions of
    // this class about contents use the private copies; operations use the public copies.
    memmodel::Copies* copies();
    // Null if no window is dynamic.
    const Attachments* attachments() const { return attachments_.get(); }
    // Sets what decides the choices that the memory model leaves open. By default all effects are immediate. `choices`
    // outlives this object.
    void decide_by(MemoryChoices& choices);
    // Sets what is called before each access. `hook` outlives this object.
    void call_before_accesses(AccessHook& hook) { hook_ = &hook; }
    // The bytes of `bytes` bytes of a window segment or buffer, as `hook` gets them.
    AccessedBytes bytes_at(Rank owner, SpaceId space, std::uint64_t disp_bytes, std::uint64_t bytes) const;
    // Records that a step begins an accumulate whose elements will be executed later.
    void note_update_ahead(Rank owner, WindowId window, const Region& region);

    // Loads and stores of the program itself. Precondition: the positions are inside the window.
    std::int64_t load(Rank by, Rank owner, SpaceId space, std::uint64_t disp_bytes, Datatype datatype);
    void store(Rank by, Rank owner, SpaceId space, std::uint64_t disp_bytes, Datatype datatype, std::uint32_t count,
               std::int64_t value, std::int64_t step);

    // Returns to the initial state: resets all windows to zeros and frees all payloads, including those in flight.
    void clear();

    bool kept() const { return data_; }
    // Contents of one rank's window or buffer; empty if no data is kept. Raises std::logic_error if they are not
    // contiguous.
    std::span<const std::byte> contents(Rank rank, SpaceId space) const;
    // A copy of `bytes` bytes of the contents, which must lie in the window; empty if no data is kept.
    std::vector<std::byte> copy(Rank rank, SpaceId space, std::uint64_t first_byte, std::size_t bytes) const;
    // Calls `visit(first byte, bytes)` with each page of a rank's window that is not all zeros, in ascending order. The
    // pages do not depend on how the window is stored.
    template <class Visit>
    void for_each_page(Rank rank, SpaceId space, Visit visit) const;
    // Copies the bytes that an operation would read. Returns false if no data is kept.
    bool peek_public(Rank owner, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) const;
    // One element of the contents.
    std::int64_t content(Rank rank, SpaceId space, std::uint64_t disp_bytes, Datatype datatype) const;
    std::uint64_t payloads_in_flight() const { return payloads_.in_flight(); }

private:
    // The fields that every access needs are first.
    struct Area {
        std::byte* bytes = nullptr;           // the window segment of rank 0 ...
        std::uint64_t stride = 0;             // bytes from one rank's segment to the next
        std::shared_ptr<SparseBytes> sparse;  // ... or the pages, shared by windows over the same memory
        bool plain = false;                   // stores change `bytes` and nothing else
        bool shared = false;
        std::optional<Over> over;  // the space that contains this one, and the position in it; none: own memory
        bool dynamic = false;      // its memory is attached
        bool by_call = false;      // created by a call, not from the start
        std::unique_ptr<std::byte[], void (*)(void*)> owned{nullptr, nullptr};  // unless the window is shared
        std::vector<bool> existing;                                             // by rank; empty: at all ranks
        PerRank bytes_of;                                                       // size of each rank's segment
        PerRank disp_unit;
        bool alloc_mem = true;
    };
    // The last read of an operation whose update follows immediately. Both are one atomic operation, so other ranks'
    // stores must not occur between them.
    struct Fetched {
        Rank by = no_rank;
        Rank owner = no_rank;
        WindowId window = 0;
        std::uint64_t disp_bytes = 0;
        friend bool operator==(const Fetched&, const Fetched&) = default;
    };
    // Connects the memory of spaces with their copies.
    struct TwoCopies;
    Area area_of(const WindowSettings& space) const;
    void lay_out(SpaceId id, const WindowSettings& space, std::uint64_t max_dense);
    void lay_out_over(Area& area) const;
    void make_copies();
    void make_copies(Rank owner, WindowId window);
    bool has_copies(Rank owner, WindowId window) const;
    bool allocate(Area& area) const;
    // Loads and stores of `by` in the segment of `owner`.
    void load_bytes(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, std::byte* to, std::size_t bytes);
    void store_bytes(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, const std::byte* from,
                     std::size_t bytes);
    // Accesses to the private copy by the program, and to the public copy by operations.
    void store_private(Rank by, Rank owner, SpaceId space, std::uint64_t disp_bytes, const std::byte* from,
                       std::size_t bytes);
    void load_public(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, std::byte* to, std::size_t bytes);
    void store_public(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, const std::byte* from,
                      std::size_t bytes);
    // The space and position of an operation's displacement. For dynamic windows, the space that contains the address.
    Over accessed(Rank owner, WindowId window, std::uint64_t disp_bytes) const;
    // Copies bytes of memory itself, without the contents of the machine's store buffers and caches.
    void peek(Rank owner, WindowId window, std::uint64_t disp_bytes, std::byte* to, std::size_t bytes) const;
    // Raises ProtocolError if the region is not inside the window segment or not attached.
    void require_inside(Rank owner, WindowId window, const Region& region) const;
    // Call the hook, if there is one and it is active.
    void begin_access(Rank by, Rank owner, WindowId window, const Region& region) {
        if (hook_ != nullptr && hook_->is_active()) [[unlikely]]
            call_hook(by, owner, window, region);
    }
    void begin_access(Rank by, Rank owner, SpaceId space, std::uint64_t disp_bytes, std::uint64_t bytes) {
        if (hook_ != nullptr && hook_->is_active()) [[unlikely]]
            hook_->before_access(by, bytes_at(owner, space, disp_bytes, bytes));
    }
    bool is_taken_over(const MemoryUpdate& update);
    bool begin_update(Rank by, Rank owner, WindowId window, const Region& region);
    Payload read_now(Rank by, Rank owner, WindowId window, const Region& region);
    void call_hook(Rank by, Rank owner, WindowId window, const Region& region);
    void prepare_atomic(Rank by, Rank owner, WindowId window, const Region& region);
    // `work(std::byte*)` changes the bytes in place.
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
    std::unique_ptr<TwoCopies> two_copies_;  // null: an update reaches all copies at once
    Fetched fetched_;
    PayloadPool payloads_;
    std::vector<std::byte> scratch_;  // bytes of a sparse window during a change
    Variables& variables_;
    AccessHook* hook_ = nullptr;
    Fetched begun_;  // the last read of which `hook_` knows, and whose update follows
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
