// The pages of a range of memory that are ever written. A checkpoint copies only these pages, so it does not take
// longer if a program has much memory that it only reads.
//
// All pages are protected at first. The first write to a page is a fault of the processor. Its handler stores the
// page's contents and makes the page writable for good. The kernel does not fault: `will_write` must be called before a
// system call that writes to the range.
#pragma once

#include "sim/mpi/process/address_range.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace rmasim::hosting {

class WrittenPages {
public:
    // Returns the process's only object.
    static WrittenPages& get();

    // Watches the pages of [begin, end) from now on. Both are multiples of the size of a page. Without enough memory,
    // nothing is watched. Must be called at most once.
    void watch(char* begin, char* end);
    bool watches(const void* address) const { return address >= begin_ && address < end_; }
    // Must be called before the program runs, if its memory will be watched.
    void will_watch() { will_watch_ = true; }
    bool may_watch() const { return will_watch_; }
    // Makes the pages of a block writable now, or when they are watched: the kernel may write to it at any time. Does
    // nothing if no memory will be watched.
    void seen_by_kernel(char* block, std::size_t bytes) {
        if (!will_watch_) return;
        if (watches(block)) will_write(block, bytes);
        else keep(block, bytes);
    }
    // Handles a fault at an address. Returns false if the fault is not that of a first write.
    bool faulted(const void* address);
    // Makes the pages of these bytes writable, as writes to them do.
    void will_write(const void* begin, std::size_t bytes);
    // Makes all watched pages writable, if a system call writes to unknown ones. Returns false if they all were.
    bool will_write_all();

    // Returns the number of pages that were written. They are numbered in the order of their first writes.
    std::size_t count() const { return count_; }
    char* page(std::size_t nth) const;
    // Returns the contents that a page had before its first write.
    const char* old_contents(std::size_t nth) const;

private:
    void add(std::size_t page);
    void add_all();
    void keep(char* block, std::size_t bytes);

    char* begin_ = nullptr;
    char* end_ = nullptr;
    std::size_t count_ = 0;
    char* old_ = nullptr;               // the old contents of the written pages, in their order
    std::uint32_t* written_ = nullptr;  // the pages' numbers in the range, in the same order
    bool* is_written_ = nullptr;        // by a page's number in the range
    bool will_watch_ = false;
    std::array<AddressRange, 1024> kept_{};  // blocks that will not be watched
    std::size_t kept_count_ = 0;             // if these are too many, nothing is watched
};

}  // namespace rmasim::hosting
