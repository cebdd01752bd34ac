// Memory of large arrays in huge pages. A run of a million ranks jumps among its ranks, and with pages of 4 KB most of
// the jumps miss the processor's table of addresses, which costs more than the miss of the cache itself. Only for
// arrays that are used whole and everywhere: the system clears a huge page when its first byte is touched.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace rmasim::sim {

inline constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
// Smaller arrays are left alone: they fit into the caches, and rounding them up would be a waste.
inline constexpr std::size_t least_in_huge_pages = 8 * huge_page_bytes;

// An allocator for std::vector.
template <class Item>
struct LargePages {
    using value_type = Item;
    LargePages() = default;
    template <class Other>
    explicit LargePages(const LargePages<Other>&) {}

    Item* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(Item);
        void* const memory = ::operator new(bytes, alignment(bytes));
        if (bytes >= least_in_huge_pages) madvise(memory, bytes, MADV_HUGEPAGE);  // only a wish
        return static_cast<Item*>(memory);
    }
    void deallocate(Item* memory, std::size_t count) {
        ::operator delete(memory, alignment(count * sizeof(Item)));
    }
    bool operator==(const LargePages&) const = default;

private:
    static std::align_val_t alignment(std::size_t bytes) {
        constexpr std::size_t cache_line = 64;
        return std::align_val_t{bytes >= least_in_huge_pages ? huge_page_bytes : cache_line};
    }
};

}  // namespace rmasim::sim
