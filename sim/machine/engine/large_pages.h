// Allocators of large arrays in huge pages. A run of a million ranks accesses its ranks in no regular order. With pages
// of 4 KB most of these accesses cause TLB misses, which cost more than the cache misses. These allocators should be
// used only for arrays that are used completely, because the system clears a whole huge page when its first byte is
// accessed.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace rmasim::sim {

inline constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
// The minimum size of an array in huge pages. Smaller arrays use ordinary pages: they fit into the caches, and huge
// pages would waste memory by rounding their size up.
inline constexpr std::size_t min_in_huge_pages = 8 * huge_page_bytes;

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
        if (bytes >= min_in_huge_pages) madvise(memory, bytes, MADV_HUGEPAGE);  // a hint; may fail
        return static_cast<Item*>(memory);
    }
    void deallocate(Item* memory, std::size_t count) { ::operator delete(memory, alignment(count * sizeof(Item))); }
    bool operator==(const LargePages&) const = default;

private:
    static std::align_val_t alignment(std::size_t bytes) {
        constexpr std::size_t cache_line = 64;
        return std::align_val_t{bytes >= min_in_huge_pages ? huge_page_bytes : cache_line};
    }
};

// An allocator for std::vector. The allocated memory is zero. If the array is large, it is in huge pages. Pages that
// are never accessed use no memory. Example: an array of all nodes of a run uses memory only for the nodes that this
// process simulates.
template <class Item>
struct ZeroPages {
    using value_type = Item;
    ZeroPages() = default;
    template <class Other>
    explicit ZeroPages(const ZeroPages<Other>&) {}

    Item* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(Item);
        void* const memory = bytes < min_in_huge_pages ? std::calloc(count, sizeof(Item)) : map(bytes);
        if (memory == nullptr) throw std::bad_alloc();
        return static_cast<Item*>(memory);
    }
    void deallocate(Item* memory, std::size_t count) {
        const std::size_t bytes = count * sizeof(Item);
        if (bytes < min_in_huge_pages) std::free(memory);
        else munmap(memory, bytes);
    }
    // Does nothing: the memory is zero already.
    template <class Made>
    void construct(Made*) {}
    bool operator==(const ZeroPages&) const = default;

private:
    // Maps one huge page more than needed. Then unmaps the memory before the first multiple of the size of a huge page,
    // and the memory behind the end.
    static void* map(std::size_t bytes) {
        void* const got =
            mmap(nullptr, bytes + huge_page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (got == MAP_FAILED) return nullptr;
        const std::size_t before =
            (huge_page_bytes - reinterpret_cast<std::uintptr_t>(got) % huge_page_bytes) % huge_page_bytes;
        char* const memory = static_cast<char*>(got) + before;
        if (before > 0) munmap(got, before);
        constexpr std::size_t page_bytes = 4096;
        const std::size_t used = (bytes + page_bytes - 1) / page_bytes * page_bytes;
        if (before + used < bytes + huge_page_bytes) munmap(memory + used, bytes + huge_page_bytes - before - used);
        madvise(memory, bytes, MADV_HUGEPAGE);
        return memory;
    }
};

}  // namespace rmasim::sim
