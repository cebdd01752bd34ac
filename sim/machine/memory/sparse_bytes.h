// Memory that is mostly zeros. Only pages that were written are allocated. Example: a window of 1 TiB in which three
// bytes were written has at most three pages.
//
//     byte 5,000,000,000,000  =  page 1,220,703,125 (4 KiB each), byte 0
//
// A hash table contains the pages. The alternative, memory that is mapped without reserving it, would need no table.
// But systems with strict overcommit or `ulimit -v` refuse such mappings, and a mapping does not record which pages
// were written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace rmasim::sim {

inline constexpr std::size_t page_bytes = 4096;

// Returns true if all bytes are 0.
bool is_zero(std::span<const std::byte> bytes);

class SparseBytes {
public:
    // Copies `bytes` bytes from position `first` on to `to`. Bytes that were never written are 0.
    void read(std::uint64_t first, std::byte* to, std::size_t bytes) const;
    // Writes `bytes` bytes at position `first`. Raises std::bad_alloc if memory for a page cannot be allocated.
    void write(std::uint64_t first, const std::byte* from, std::size_t bytes);
    void clear(std::uint64_t first, std::uint64_t bytes);
    void clear();

    std::size_t pages() const { return used_; }
    // Calls `visit(page number, bytes of the page)` for each written page from `first` to `end` - 1, in ascending
    // order.
    template <class Visit>
    void for_each_page(std::uint64_t first, std::uint64_t end, Visit visit) const {
        for (const std::uint64_t number : numbers(first, end)) {
            visit(number, std::span<const std::byte>(find(number)->bytes.get(), page_bytes));
        }
    }

private:
    struct Page {
        std::uint64_t number = 0;
        std::unique_ptr<std::byte[]> bytes;  // null: the slot is free
    };
    std::size_t slot_of(std::uint64_t number) const;
    const Page* find(std::uint64_t number) const;
    Page& made(std::uint64_t number);
    void grow();
    std::vector<std::uint64_t> numbers(std::uint64_t first, std::uint64_t end) const;

    // A hash table with linear probing. Its size is a power of two, and at most three quarters of the slots are used.
    std::vector<Page> slots_;
    std::size_t used_ = 0;
};

}  // namespace rmasim::sim
