// An arena: memory that can be copied and restored. A restored arena has the same contents at the same addresses, so
// pointers between its objects are valid. Explorations use arenas to copy states with suspended coroutines. A suspended
// coroutine can be copied only together with all objects to which it refers.
//
// While an object of class Scope exists, all allocations by `new` in this thread are in its arena. Rules for code that
// is executed while a Scope exists:
//
//   - An object in the arena may refer to objects outside, but must not own an object outside that changes.
//   - An object that outlives the arena, or the next put_back(), must not be allocated in the arena. A Pause
//     prevents that.
//   - An object that was created in a Scope is destroyed in a Scope, or dropped with the arena.
//
// Arenas only work in executables that are linked with operator_new.cpp. They do not work with sanitizers, which need
// their own `new`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace rmasim::sim {

class Arena {
public:
    static constexpr std::size_t max_bytes = std::size_t{1} << 18;

    Arena();
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    // True if all objects that were created in a Scope are in the arena. False if the arena was full, or if arenas do
    // not work in this executable. If false, `new` has allocated some objects from the usual memory. These objects can
    // be used, but copies of the arena do not contain them.
    bool whole() const { return head_ != nullptr && !spilled_; }
    // The size of a copy of the arena in bytes. A copy includes freed memory.
    std::size_t used() const { return head_->used; }
    // The number of allocations that were not freed.
    std::size_t taken() const { return head_->taken; }
    void copy_to(std::byte* copy) const;
    void put_back(std::span<const std::byte> copy);
    // Must be called when an exception ends a Scope. The exception's objects may be in the arena, so the arena's memory
    // is never used again.
    void abandon() { abandoned_ = true; }

    // While a Scope exists, `new` in this thread allocates from the arena. A Scope has no effect if arenas do not work
    // in this executable.
    class Scope {
    public:
        explicit Scope(Arena& arena) : before_(current_) {
            if (arena.head_ != nullptr) current_ = &arena;
        }
        ~Scope() { current_ = before_; }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Arena* before_;
    };
    // From now on, `new` in this thread allocates from the arena. For fibers that have thread-local variables of their
    // own: a Scope has an effect only in the fiber that creates it.
    static void use_always(Arena& arena) { current_ = &arena; }
    // While a Pause exists inside a Scope, `new` allocates from the usual memory.
    class Pause {
    public:
        Pause() : before_(current_) { current_ = nullptr; }
        ~Pause() { current_ = before_; }
        Pause(const Pause&) = delete;
        Pause& operator=(const Pause&) = delete;

    private:
        Arena* before_;
    };
    // While this object exists, frames of coroutines in this thread are allocated by `new`, because the usual pool of
    // frames is outside of the arena. If a coroutine exists when this object is created or destroyed, the coroutine
    // must belong to this arena.
    class Frames {
    public:
        explicit Frames(const Arena& arena);
        ~Frames();
        Frames(const Frames&) = delete;
        Frames& operator=(const Frames&) = delete;

    private:
        bool pooled_;
    };

    // ---- Functions that only operator_new.cpp calls.
    static bool serve() { return served_ = true; }
    static Arena* current() { return current_; }
    static constexpr std::size_t granule = 16;
    // Allocates memory that is aligned to `granule`. Returns null if the arena is full. First searches the free list
    // for this size, because a freed block of this size nearly always exists.
    void* take(std::size_t bytes) {
        if (bytes > pooled * granule - sizeof(Mark)) return take_aligned(bytes, granule);
        std::uint32_t& list = head_->free[granules_for(bytes)];
        if (list == 0) return take_aligned(bytes, granule);
        std::byte* const memory = at(list);
        std::memcpy(&list, memory, sizeof list);
        ++head_->taken;
        return memory;
    }
    // Allocates memory that is aligned to `alignment`, which is at least `granule`. Returns null if the arena is full.
    void* take_aligned(std::size_t bytes, std::size_t alignment);
    // Records that an allocation in a Scope is outside of the arena.
    void spill() { spilled_ = true; }
    // Frees memory. The free block stores the offset of the next block in its free list.
    void give_back(void* memory) {
        const std::size_t granules = (static_cast<const Mark*>(memory) - 1)->granules;
        std::uint32_t& list = head_->free[granules > pooled ? 0 : granules];
        std::memcpy(memory, &list, sizeof list);
        list = static_cast<std::uint32_t>(offset_in(memory, head_));
        --head_->taken;
    }
    bool has(const void* memory) const { return offset_in(memory, head_) < max_bytes; }
    // True if the memory is in any arena, perhaps in a destroyed one.
    static bool any_has(const void* memory) { return offset_in(memory, region_) < region_bytes_; }

private:
    // The sizes of blocks are multiples of `granule` bytes. There is a free list for each size up to `pooled` granules.
    // All larger free blocks are in list 0.
    static constexpr std::size_t pooled = 49;
    // The header of a block. It lies directly before the block's memory, which is aligned to `granule`.
    struct Mark {
        std::uint64_t granules;
    };
    // The arena's header. The header is at the beginning of the arena, so each copy includes it. Offsets are in bytes
    // from the header.
    struct Head {
        std::uint32_t used;
        std::uint32_t taken;
        // For each list: the offset of the block that was freed last. Zero if the list is empty.
        std::array<std::uint32_t, pooled + 1> free;
    };

    static std::size_t granules_for(std::size_t bytes) { return (bytes + sizeof(Mark) + granule - 1) / granule; }
    static std::size_t offset_in(const void* memory, const void* begin) {
        return reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(begin);
    }
    std::byte* at(std::uint32_t offset) { return reinterpret_cast<std::byte*>(head_) + offset; }
    // Removes a free block of this size from its list. Returns the block's offset, or 0 if there is no such block.
    std::uint32_t take_free(std::size_t granules, std::size_t alignment);

    Head* head_ = nullptr;  // null: arenas do not work in this program
    bool spilled_ = false;
    bool abandoned_ = false;

    static inline constinit bool served_ = false;
    static inline constinit thread_local Arena* current_ = nullptr;
    // The address range of all arenas. This memory is never returned to the system.
    static inline constinit std::byte* region_ = nullptr;
    static inline constinit std::size_t region_bytes_ = 0;
    friend class ArenaRegion;
};

// Allocates memory that is zero, for objects that may be too large for `new`. In a Scope, this function allocates from
// the arena. Returns null if memory is exhausted.
void* allocate_zeros(std::uint64_t count, std::uint64_t bytes);
void free_zeros(void* memory);

}  // namespace rmasim::sim
