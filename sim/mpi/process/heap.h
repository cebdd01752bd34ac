// The heaps of the ranks: one for each rank, all in one mapping, so that the owner of an address is known, a leak and a
// double free have a rank, and the memory of a rank that has ended can be dropped at once.
//
// The mapping consists of chunks of 64 KiB. A run of chunks belongs to one heap. Small blocks are cut from runs of one
// chunk and reused by size class; a large block has a run of its own, which is unmapped when the block is freed. Each
// block has a head of 16 bytes before its first byte.
#pragma once

#include "sim/mpi/process/address_range.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rmasim::hosting {

constexpr int heap_classes = 44;

struct BlockHead;

// The heap of one rank. Zero bytes are an empty heap.
struct Heap {
    std::uint32_t owner = 0;  // rank
    std::uint32_t first_run = 0;
    char* unused = nullptr;  // memory from which no block was cut yet, up to `unused_end`
    char* unused_end = nullptr;
    void* free_blocks[heap_classes] = {};
    std::uint64_t live_bytes = 0, live_blocks = 0;
};

enum class Freed {
    yes,
    twice,    // the block has been freed before
    unknown,  // the address is in the mapping, but no block begins there, or its head is overwritten
};

// Called before a rank frees or reallocates a block of a heap; null: nothing is called.
extern void (*when_block_freed)(const void* block);

class HeapMapping {
public:
    // Returns the process's only mapping. It is reserved when a heap first needs memory.
    static HeapMapping& get();

    // Returns a block, aligned to 16 bytes or to `align`, a larger power of 2. Null if there is no memory.
    void* allocate(Heap& heap, std::size_t bytes, std::size_t align = 16);
    // The same, filled with zeros.
    void* allocate_zeros(Heap& heap, std::size_t bytes);
    // Changes the size of a block that the block's owner may have grown elsewhere. Null if there is no memory.
    void* reallocate(Heap& heap, void* block, std::size_t bytes);
    Freed free(void* block);
    // Returns what `free` would return.
    Freed check(void* block) const;
    // Returns the bytes that the owner of a block may use.
    static std::size_t usable(const void* block);

    bool contains(const void* address) const {
        return static_cast<const char*>(address) >= begin_ && static_cast<const char*>(address) < end_;
    }
    // Returns the rank that owns an address of the mapping, or -1 if no heap has it.
    int owner_of(const void* address) const;
    // Returns the heap that owns an address of the mapping, or null.
    Heap* heap_of(const void* address) const {
        const int owner = owner_of(address);
        return owner < 0 ? nullptr : heap_of_(static_cast<std::uint32_t>(owner));
    }
    // ---- For checkpoints of programs (sim/mpi/explored).
    // If the heaps are large, watches the pages of their present memory from now on (written_pages.h).
    void watch_pages(int heaps);
    // Adds the memory of a heap's blocks. The memory of small blocks ends with the last block that was cut. If pages
    // are watched, adds only the pages that were written.
    void add_memory_of(const Heap& heap, std::vector<AddressRange>& ranges) const;
    // Restores the contents of a heap's watched pages, except for the first `written` pages.
    void put_back_pages(const Heap& heap, std::size_t written);
    // Adds the state of the mapping itself, which all heaps share.
    void add_own_memory(std::vector<AddressRange>& ranges);
    // From now on, memory that no block was cut from may hold bytes of a state that was not restored. All new blocks
    // are then filled with zeros, so that programs cannot see these bytes.
    void may_hold_old_bytes() { new_is_zero_ = false; }
    // Drops all memory of a heap, which is empty afterwards.
    void drop(Heap& heap);
    // Sets the function that returns the heap of a rank.
    void set_heaps(Heap* (*heap_of)(std::uint32_t rank)) { heap_of_ = heap_of; }

private:
    struct Chunk;
    bool reserve();
    std::size_t chunk_of(const void* address) const;
    Freed find(void* block, BlockHead*& head) const;
    std::uint32_t take_run(std::uint32_t owner, std::uint32_t chunks);
    void give_back(std::uint32_t run);
    void* allocate_small(Heap& heap, int size_class);
    void* allocate_large(Heap& heap, std::size_t bytes, std::size_t align);

    char* begin_ = nullptr;
    char* end_ = nullptr;
    Chunk* chunks_ = nullptr;       // of each chunk; [0] is not used
    std::uint32_t next_chunk_ = 1;  // chunks from this one were never used
    std::uint32_t free_runs_ = 0;   // first of a list
    Heap* (*heap_of_)(std::uint32_t rank) = nullptr;
    bool new_is_zero_ = true;
};

}  // namespace rmasim::hosting
