// Memory that can be copied and restored: a restored arena has the same contents at the same addresses, so pointers
// between its objects are valid. Suspended coroutines cannot be copied one by one. They can be copied together with all
// objects that they refer to.
//
// While a Scope is alive, an arena serves all allocations by `new` in this thread, anywhere in the program. Rules for
// code in a Scope:
//
//   - An object in the arena may refer to objects outside, but must not own an object outside that changes.
//   - Objects that outlive the arena, or the next `put_back`, must not be allocated there: see Pause.
//   - An object created in a Scope is destroyed in a Scope, or dropped with the arena.
//
// Arenas only work in programs that are linked with operator_new.cpp, and not with sanitizers, which need their own
// `new`.
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

    // False if some allocation in a Scope is not in the arena, because the arena is full or does not work in this
    // program. Such an allocation uses the usual memory, so objects work, but a copy would lack them.
    bool whole() const { return head_ != nullptr && !spilled_; }
    // The size of a copy in bytes: the maximum ever in use at once. Freed memory may be used again, but is also copied.
    std::size_t used() const { return head_->used; }
    // The number of allocations that were not freed.
    std::size_t taken() const { return head_->taken; }
    void copy_to(std::byte* copy) const;
    void put_back(std::span<const std::byte> copy);
    // Called when an exception leaves a Scope. The exception's objects may be in the arena, so its memory is never used
    // again.
    void abandon() { abandoned_ = true; }

    // While alive, `new` in this thread allocates from the arena. Has no effect if arenas do not work in this program.
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
    // While alive inside a Scope, `new` is the usual one again.
    class Pause {
    public:
        Pause() : before_(current_) { current_ = nullptr; }
        ~Pause() { current_ = before_; }
        Pause(const Pause&) = delete;
        Pause& operator=(const Pause&) = delete;

    private:
        Arena* before_;
    };
    // While alive, frames of coroutines in this thread are allocated one by one, with `new`, because the pool of frames
    // is outside of the arena. A coroutine whose lifetime includes the begin or the end of this object must belong to
    // this arena.
    class Frames {
    public:
        explicit Frames(const Arena& arena);
        ~Frames();
        Frames(const Frames&) = delete;
        Frames& operator=(const Frames&) = delete;

    private:
        bool pooled_;
    };

    // ---- Interface of operator_new.cpp.
    static bool serve() { return served_ = true; }
    static Arena* current() { return current_; }
    static constexpr std::size_t granule = 16;
    // Allocates at a multiple of a granule. Returns null if the arena is full. Nearly always a freed block of this size
    // exists.
    void* take(std::size_t bytes) {
        if (bytes > pooled * granule - sizeof(Mark)) return take_aligned(bytes, granule);
        std::uint32_t& list = head_->free[granules_for(bytes)];
        if (list == 0) return take_aligned(bytes, granule);
        std::byte* const memory = at(list);
        std::memcpy(&list, memory, sizeof list);
        ++head_->taken;
        return memory;
    }
    // Allocates at a multiple of `alignment`, which is at least a granule. Returns null if the arena is full.
    void* take_aligned(std::size_t bytes, std::size_t alignment);
    // Records that an allocation is not in the arena.
    void spill() { spilled_ = true; }
    // Frees memory. The free block then stores the offset of the next block in its list.
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
    // Sizes are multiples of `granule` bytes. Free blocks of up to `pooled` granules are in a list for each size, all
    // larger ones in list 0.
    static constexpr std::size_t pooled = 49;
    // The header of a block, directly before its memory, which begins at a multiple of `granule`.
    struct Mark {
        std::uint64_t granules;
    };
    // The arena's header. It is at the arena's begin, so each copy includes it. Offsets are in bytes from there.
    struct Head {
        std::uint32_t used;
        std::uint32_t taken;
        std::array<std::uint32_t, pooled + 1> free;  // by list: the block freed last; 0: none
    };

    static std::size_t granules_for(std::size_t bytes) { return (bytes + sizeof(Mark) + granule - 1) / granule; }
    static std::size_t offset_in(const void* memory, const void* begin) {
        return reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(begin);
    }
    std::byte* at(std::uint32_t offset) { return reinterpret_cast<std::byte*>(head_) + offset; }
    // Removes a free block of this size from its list. Returns its offset, or 0 if there is none.
    std::uint32_t take_free(std::size_t granules, std::size_t alignment);

    Head* head_ = nullptr;  // null: arenas do not work in this program
    bool spilled_ = false;
    bool abandoned_ = false;

    static inline constinit bool served_ = false;
    static inline constinit thread_local Arena* current_ = nullptr;
    // The address range of all arenas. It is never returned to the system.
    static inline constinit std::byte* region_ = nullptr;
    static inline constinit std::size_t region_bytes_ = 0;
    friend class ArenaRegion;
};

// Allocates zeros, for objects that may be too large for `new`; in a Scope from the arena. Returns null if memory is
// exhausted.
void* allocate_zeros(std::uint64_t count, std::uint64_t bytes);
void free_zeros(void* memory);

}  // namespace rmasim::sim
