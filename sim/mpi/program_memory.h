// The implementation of the core's Memory for MPI programs. Windows and buffers are at the addresses that the programs
// passed to MPI. All ranks are in the simulator's process.
#pragma once

#include "protocol/base/world.h"
#include "sim/mpi/debug/caller.h"
#include "sim/mpi/windows/type_maps.h"
#include "sim/programs/live_programs.h"
#include "sim/programs/window_registry.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace rmasim::sim {

// The following functions return buffers of operations at the origin, for sources and results. A null address is
// allowed if the operation has no elements.
OriginBuffer dense_buffer(const void* address);
OriginBuffer typed_buffer(const void* address, const TypeMap& type, std::uint64_t count);
// Returns the source buffer of COMPARE_AND_SWAP: the new value and the value to compare with.
OriginBuffer pair_of_values(const void* value, const void* compare);
OriginBuffer no_buffer();
// Adds the number of a source buffer (source_buffers.h), which `gather` passes on. `source` is at most 2^29 - 1.
OriginBuffer with_source(OriginBuffer buffer, std::uint32_t source);

// Where the programs' memory is, if a rank's variables are not always at their addresses.
class AddressSpace {
public:
    virtual ~AddressSpace() = default;
    // Returns where the byte at an address of the rank's program is now. The bytes behind it follow, as far as they
    // belong to the same file.
    virtual std::byte* at(Rank rank, std::byte* address) const = 0;
    // Returns an address that `at` accepts for a byte of the calling thread's program, also while other threads run.
    virtual const std::byte* lasting(const std::byte* address) const = 0;
};

class ProgramMemory final : public Memory {
public:
    ProgramMemory(Rank ranks, Rank ranks_per_node);
    ~ProgramMemory() override;
    ProgramMemory(const ProgramMemory&) = delete;
    ProgramMemory& operator=(const ProgramMemory&) = delete;

    // Memory that a rank has attached to a dynamic window.
    struct Attached {
        std::uint64_t bytes = 0;
        std::uint32_t nth = 0;  // number of regions that were attached to the window before this one
        Caller caller{};        // the call that attached it
    };
    // A window segment, with the arguments of the call that created the window.
    struct Part {
        std::byte* base = nullptr;
        std::uint64_t bytes = 0;
        std::uint32_t disp_unit = 1;
        bool alloc_mem = false;
        bool exists = false;
        bool dynamic = false;                          // dynamic window: displacements are addresses
        std::map<std::uint64_t, Attached> attached{};  // by first address
        std::uint32_t attached_so_far = 0;
        bool apart = false;                    // shared window: a gap may precede this segment
        bool in_any_order = false;             // accumulates from the same origin are not ordered
        bool same_op = false;                  // concurrent accumulates use the same op, also no NO_OP
        std::shared_ptr<std::byte[]> block{};  // shared window: the memory of all segments

        // True if all bytes of [first, end) are attached to the dynamic window, in one or in several adjacent regions.
        bool has_attached(std::uint64_t first, std::uint64_t end) const;
        bool overlaps_attached(std::uint64_t first, std::uint64_t end) const;
        // Returns the first address and the region that contains the address or ends at it; null if there is none.
        const std::pair<const std::uint64_t, Attached>* attached_at(std::uint64_t address) const;
    };
    // Sets the call that has attached the region which begins at `first`.
    void note_attached_by(Rank owner, WindowId window, std::uint64_t first, const Caller& caller) {
        parts_[static_cast<std::size_t>(owner)][window].attached.at(first).caller = caller;
    }
    // Sets the function that `gather` calls when it has read a buffer that has a source number.
    void when_read(std::function<void(std::uint32_t source, std::span<const std::byte> bytes)> read) {
        read_ = std::move(read);
    }
    // Sets the address space, which must outlive this object. Without it, all memory is at its addresses.
    void is_in(const AddressSpace& space);
    // Returns the present addresses of bytes of the calling thread's rank. An operation passes these addresses.
    ByteRun present(Rank rank, const ByteRun& bytes) const;
    // Sets the allocator of packet payloads.
    void payloads_from(Memory& payloads) { payloads_ = &payloads; }
    void give(Rank owner, WindowId window, const Part& part);
    const Part& part(Rank owner, WindowId window) const { return parts_[static_cast<std::size_t>(owner)][window]; }
    TargetMaps& maps() { return maps_; }
    // Return the bytes that an operation accesses: in a buffer at the origin, or in the window segment of the target.
    // `add_runs_of` appends them.
    // The displacement of `region` is in units of the segment's displacement unit.
    std::vector<ByteRun> runs_of(const OriginBuffer& buffer, Datatype datatype, std::uint32_t count) const;
    void add_runs_of(const OriginBuffer& buffer, Datatype datatype, std::uint64_t count,
                     std::vector<ByteRun>& runs) const;
    std::vector<ByteRun> runs_of(Rank owner, WindowId window, const Region& region) const;
    // Copies bytes of the window segment of `owner` to `to`. `disp_bytes` is the first byte's displacement in bytes.
    void peek(Rank owner, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) const;
    // Sets the registry that records which windows are shared.
    void windows_from(const WindowRegistry& windows) { windows_ = &windows; }
    // True if a shared window may have a segment of so many bytes.
    static bool may_allocate(std::uint64_t bytes);
    // Allocates one block of memory for the segments of all members, in the order of communicator ranks. Requires that
    // all members have passed their sizes to `give`. All bytes of the block are zero; no page of it is touched.
    void allocate_shared(const RankGroup& members, WindowId window);

    // The elements of such a buffer are bytes.
    OriginBuffer behind(const OriginBuffer& buffer, std::uint64_t bytes) const override;
    Payload gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) override;
    void scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count,
                 Payload payload) override;
    bool in_shared_memory(Rank, const OriginBuffer&) const override { return false; }
    Payload read(Rank by, Rank owner, WindowId window, const Region& region) override;
    void write(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) override;
    void accumulate(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                    Payload payload) override;
    void compare_and_swap(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) override;
    std::vector<Region> pieces(const Region& region, std::uint32_t first, std::uint32_t count) const override;
    void reduce(Payload into, Payload operand, Datatype datatype, std::uint32_t count, ReduceOp reduce) override;
    WindowShape shape(Rank owner, WindowId window) const override;
    bool exists(Rank owner, WindowId window) const override;
    void create(Rank owner, WindowId window) override;
    void free(Rank owner, WindowId window) override;
    void attach(Rank owner, WindowId window, const OriginBuffer& memory, std::uint64_t bytes) override;
    void detach(Rank owner, WindowId window, const OriginBuffer& memory) override;
    bool shared(Rank rank, WindowId window) const override { return windows_->is_shared(rank, window); }
    NodeRanks node_of(Rank rank) const override { return NodeRanks::of(rank, ranks_per_node_, ranks_); }
    Payload allocate(std::size_t bytes) override { return payloads_->allocate(bytes); }
    void release(Payload payload) override { payloads_->release(payload); }

private:
    template <class Use>
    void for_each_run(const Region& region, Use use) const;
    std::byte* at(Rank owner, WindowId window, const Region& region) const;
    std::byte* here(Rank rank, std::byte* address) const {
        return space_ == nullptr ? address : space_->at(rank, address);
    }

    Rank ranks_, ranks_per_node_;
    std::function<void(std::uint32_t, std::span<const std::byte>)> read_;
    Memory* payloads_ = nullptr;
    const WindowRegistry* windows_ = nullptr;
    const AddressSpace* space_ = nullptr;
    std::vector<std::vector<Part>> parts_;  // by rank and window
    TargetMaps maps_;
};

}  // namespace rmasim::sim
