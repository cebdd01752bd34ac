#include "sim/machine/arena/arena.h"

#include "protocol/base/frame_pool.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_alignment = 4096;  // of memory in an arena

}  // namespace

// The memory of all arenas of a process. The addresses stay reserved until the process exits. So `delete` can recognise
// an address of an arena even after the arena has been destroyed.
class ArenaRegion {
public:
    static ArenaRegion& instance() {
        static ArenaRegion region;
        return region;
    }

    // Returns memory for an arena; null if all arenas are in use.
    void* take() {
        const std::lock_guard guard(mutex_);
        const std::size_t nth = static_cast<std::size_t>(std::countr_one(in_use_));
        if (nth == arenas || memory_ == nullptr) return nullptr;
        in_use_ |= std::uint64_t{1} << nth;
        return memory_ + nth * Arena::max_bytes;
    }
    void give_back(const void* arena) {
        const std::lock_guard guard(mutex_);
        const auto nth = static_cast<std::size_t>(static_cast<const std::byte*>(arena) - memory_) / Arena::max_bytes;
        in_use_ &= ~(std::uint64_t{1} << nth);
    }

private:
    static constexpr std::size_t arenas = 64;

    // Pages that are never accessed use no memory.
    ArenaRegion() : memory_(static_cast<std::byte*>(std::aligned_alloc(max_alignment, arenas * Arena::max_bytes))) {
        if (memory_ == nullptr) return;
        Arena::region_ = memory_;
        Arena::region_bytes_ = arenas * Arena::max_bytes;
    }

    std::mutex mutex_;
    std::byte* memory_;
    std::uint64_t in_use_ = 0;
};

Arena::Arena() {
    if (!served_) return;
    void* const memory = ArenaRegion::instance().take();
    if (memory == nullptr) return;
    static_assert(sizeof(Head) % granule == 0 && sizeof(Mark) < granule);
    // The Mark of each block ends at a multiple of `granule`, so that the block's memory is aligned.
    head_ = new (memory) Head{.used = sizeof(Head) + granule - sizeof(Mark), .taken = 0, .free = {}};
}

Arena::~Arena() {
    if (head_ != nullptr && !abandoned_) ArenaRegion::instance().give_back(head_);
}

void Arena::copy_to(std::byte* copy) const { std::memcpy(copy, head_, used()); }

void Arena::put_back(std::span<const std::byte> copy) {
    std::memcpy(static_cast<void*>(head_), copy.data(), copy.size());
}

// For a large request, takes a block that is up to a quarter larger than requested.
std::uint32_t Arena::take_free(std::size_t granules, std::size_t alignment) {
    if (granules <= pooled && alignment == granule) {  // the usual case: every block of the list fits
        const std::uint32_t first = head_->free[granules];
        if (first != 0) std::memcpy(&head_->free[granules], at(first), sizeof first);
        return first;
    }
    const bool large = granules > pooled;
    const auto fits = [&](std::byte* memory) {
        if ((offset_in(memory, nullptr) & (alignment - 1)) != 0) return false;
        const std::size_t has = (reinterpret_cast<const Mark*>(memory) - 1)->granules;
        return !large || (has >= granules && has <= granules + granules / 4);
    };
    std::byte* list = reinterpret_cast<std::byte*>(&head_->free[large ? 0 : granules]);
    for (std::uint32_t offset = 0;;) {
        std::memcpy(&offset, list, sizeof offset);
        if (offset == 0) return 0;
        if (fits(at(offset))) {
            std::memcpy(list, at(offset), sizeof offset);
            return offset;
        }
        list = at(offset);
    }
}

void* Arena::take_aligned(std::size_t bytes, std::size_t alignment) {
    if (bytes >= max_bytes || alignment > max_alignment) return nullptr;
    const std::size_t granules = granules_for(bytes);
    if (const std::uint32_t offset = take_free(granules, alignment); offset != 0) {
        ++head_->taken;
        return at(offset);
    }
    const std::size_t memory = (head_->used + sizeof(Mark) + alignment - 1) & ~(alignment - 1);
    const std::size_t end = memory - sizeof(Mark) + granules * granule;
    if (end > max_bytes) return nullptr;
    std::byte* const block = at(static_cast<std::uint32_t>(memory - sizeof(Mark)));
    head_->used = static_cast<std::uint32_t>(end);
    ++head_->taken;
    return new (block) Mark{granules} + 1;
}

Arena::Frames::Frames(const Arena& arena) : pooled_(FramePool::of_this_thread().pools()) {
    if (arena.head_ != nullptr) FramePool::of_this_thread().pool(false);
}

Arena::Frames::~Frames() { FramePool::of_this_thread().pool(pooled_); }

// Outside of arenas, uses calloc. Then parts of large windows that are never accessed use no memory, because the system
// supplies zero pages.
void* allocate_zeros(std::uint64_t count_asked, std::uint64_t bytes_asked) {
    if (!std::in_range<std::size_t>(count_asked) || !std::in_range<std::size_t>(bytes_asked)) return nullptr;
    const auto count = static_cast<std::size_t>(count_asked), bytes = static_cast<std::size_t>(bytes_asked);
    Arena* const arena = Arena::current();
    if (arena == nullptr) return std::calloc(count, bytes);
    const bool fits = count <= Arena::max_bytes / std::max<std::size_t>(bytes, 1);
    void* const memory = fits ? arena->take(count * bytes) : nullptr;
    if (memory != nullptr) return std::memset(memory, 0, count * bytes);
    arena->spill();
    return std::calloc(count, bytes);
}

void free_zeros(void* memory) {
    if (!Arena::any_has(memory)) return std::free(memory);
    if (Arena* const arena = Arena::current(); arena != nullptr && arena->has(memory)) arena->give_back(memory);
}

}  // namespace rmasim::sim
