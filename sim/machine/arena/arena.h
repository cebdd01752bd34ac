// Memory of which copies can be made and put back: what was allocated is then as it was, at the same addresses, so
// pointers between its objects hold. Suspended coroutines cannot be copied one by one, but together with all that they
// know of they can.
//
// An arena gets what this thread allocates by `new` while a Scope is alive, wherever that is in the program. Rules for
// what is done in a Scope:
//
//   - An object in the arena may refer to others outside, but must not own any that changes.
//   - What lives longer than the arena, or than the next `put_back`, must not be allocated there: see Pause.
//   - An object made in a Scope is destroyed in one, or forgotten with the arena.
//
// It serves only programs that are linked with operator_new.cpp, and none with sanitizers, which need their own `new`.
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

    // False if all that was allocated in Scopes so far is not in the arena: it is full, or serves nothing here. What
    // does not fit comes from where it always does, so objects work; but a copy would lack them.
    bool whole() const { return head_ != nullptr && !spilled_; }
    // Bytes of a copy. All that was ever in use at once: what was given back may be used again, but is copied too.
    std::size_t used() const { return head_->used; }
    // Allocations that were not given back.
    std::size_t taken() const { return head_->taken; }
    void copy_to(std::byte* copy) const;
    void put_back(std::span<const std::byte> copy);
    // An exception leaves a Scope: what it holds may be in the arena, whose memory is therefore never used again.
    void abandon() { abandoned_ = true; }

    // While alive, `new` in this thread serves from the arena; not if that serves nothing here.
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
    // Inside a Scope: `new` is the usual one again.
    class Pause {
    public:
        Pause() : before_(current_) { current_ = nullptr; }
        ~Pause() { current_ = before_; }
        Pause(const Pause&) = delete;
        Pause& operator=(const Pause&) = delete;

    private:
        Arena* before_;
    };
    // While alive, frames of coroutines in this thread are allocated one by one, with `new`: the pool of frames is
    // outside. No coroutine may live both before and after it begins or ends, but those of this arena.
    class Frames {
    public:
        explicit Frames(const Arena& arena);
        ~Frames();
        Frames(const Frames&) = delete;
        Frames& operator=(const Frames&) = delete;

    private:
        bool pooled_;
    };

    // ---- For operator_new.cpp.
    static bool serve() { return served_ = true; }
    static Arena* current() { return current_; }
    static constexpr std::size_t granule = 16;
    // At a multiple of a granule. Null if it is full. Nearly always some block of this size was given back.
    void* take(std::size_t bytes) {
        if (bytes > pooled * granule - sizeof(Mark)) return take_aligned(bytes, granule);
        std::uint32_t& list = head_->free[granules_for(bytes)];
        if (list == 0) return take_aligned(bytes, granule);
        std::byte* const memory = at(list);
        std::memcpy(&list, memory, sizeof list);
        ++head_->taken;
        return memory;
    }
    // At a multiple of `alignment`, at least a granule.
    void* take_aligned(std::size_t bytes, std::size_t alignment);
    // It will lack an allocation.
    void spill() { spilled_ = true; }
    // The block then holds the place of the next one in its list.
    void give_back(void* memory) {
        const std::size_t granules = (static_cast<const Mark*>(memory) - 1)->granules;
        std::uint32_t& list = head_->free[granules > pooled ? 0 : granules];
        std::memcpy(memory, &list, sizeof list);
        list = static_cast<std::uint32_t>(offset_in(memory, head_));
        --head_->taken;
    }
    bool has(const void* memory) const { return offset_in(memory, head_) < max_bytes; }
    // Of any arena, perhaps of an earlier one.
    static bool any_has(const void* memory) { return offset_in(memory, region_) < region_bytes_; }

private:
    // Sizes are multiples of `granule` bytes. Free blocks of up to `pooled` granules are in a list for each size, all
    // larger ones in list 0.
    static constexpr std::size_t pooled = 49;
    // Of each block, before its memory, which begins at a multiple of `granule`.
    struct Mark {
        std::uint64_t granules;
    };
    // At the arena's begin, so that it is part of each copy. Places are in bytes from there.
    struct Head {
        std::uint32_t used;
        std::uint32_t taken;
        std::array<std::uint32_t, pooled + 1> free;  // by list: the block given back last; 0: none
    };

    static std::size_t granules_for(std::size_t bytes) { return (bytes + sizeof(Mark) + granule - 1) / granule; }
    static std::size_t offset_in(const void* memory, const void* begin) {
        return reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(begin);
    }
    std::byte* at(std::uint32_t place) { return reinterpret_cast<std::byte*>(head_) + place; }
    // The place of a free block of this size, out of its list; 0: there is none.
    std::uint32_t take_free(std::size_t granules, std::size_t alignment);

    Head* head_ = nullptr;  // null: it serves nothing here
    bool spilled_ = false;
    bool abandoned_ = false;

    static inline constinit bool served_ = false;
    static inline constinit thread_local Arena* current_ = nullptr;
    // The addresses of all arenas, which are never returned.
    static inline constinit std::byte* region_ = nullptr;
    static inline constinit std::size_t region_bytes_ = 0;
    friend class ArenaRegion;
};

// Zeros, for what is not made by `new` because it may be large; in a Scope from the arena. Null if there is not enough
// memory.
void* allocate_zeros(std::uint64_t count, std::uint64_t bytes);
void free_zeros(void* memory);

}  // namespace rmasim::sim
