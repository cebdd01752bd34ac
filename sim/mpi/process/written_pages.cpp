#include "sim/mpi/process/written_pages.h"

#include "sim/mpi/process/pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace rmasim::hosting {

namespace {

// Returns memory that the system supplies when it is first used; null if there is none. A handler of signals cannot
// allocate any.
void* reserve(std::size_t bytes) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

WrittenPages& WrittenPages::get() {
    static constinit WrittenPages pages;
    return pages;
}

void WrittenPages::watch(char* begin, char* end) {
    const auto bytes = static_cast<std::size_t>(end - begin);
    const std::size_t pages = bytes / page_bytes;
    old_ = static_cast<char*>(reserve(bytes));
    written_ = static_cast<std::uint32_t*>(reserve(pages * sizeof *written_));
    is_written_ = static_cast<bool*>(reserve(pages));
    if (old_ == nullptr || written_ == nullptr || is_written_ == nullptr) return;
    if (::mprotect(begin, bytes, PROT_READ) != 0) return;
    begin_ = begin;
    end_ = end;
    if (kept_count_ > kept_.size()) return add_all();
    for (std::size_t i = 0; i < kept_count_; ++i) will_write(kept_[i].begin, kept_[i].bytes());
}

void WrittenPages::keep(char* block, std::size_t bytes) {
    if (kept_count_ < kept_.size()) kept_[kept_count_] = {block, block + bytes};
    ++kept_count_;
}

void WrittenPages::add(std::size_t page) {
    is_written_[page] = true;
    std::memcpy(old_ + count_ * page_bytes, begin_ + page * page_bytes, page_bytes);
    written_[count_++] = static_cast<std::uint32_t>(page);
}

// Each page that differs from its neighbours divides the mapping, and a process has a limited number of mappings.
void WrittenPages::add_all() {
    for (std::size_t page = 0; begin_ + page * page_bytes < end_; ++page) {
        if (!is_written_[page]) add(page);
    }
    ::mprotect(begin_, static_cast<std::size_t>(end_ - begin_), PROT_READ | PROT_WRITE);
}

bool WrittenPages::faulted(const void* address) {
    if (!watches(address)) return false;
    const std::size_t page = static_cast<std::size_t>(static_cast<const char*>(address) - begin_) / page_bytes;
    if (is_written_[page]) return false;
    const int error = errno;
    add(page);
    if (::mprotect(begin_ + page * page_bytes, page_bytes, PROT_READ | PROT_WRITE) != 0) add_all();
    errno = error;
    return true;
}

void WrittenPages::will_write(const void* begin, std::size_t bytes) {
    if (bytes == 0 || begin_ == nullptr) return;
    const auto first = reinterpret_cast<std::uintptr_t>(begin);
    const std::uintptr_t last = bytes < UINTPTR_MAX - first ? first + bytes : UINTPTR_MAX;
    const auto watched_first = reinterpret_cast<std::uintptr_t>(begin_);
    const auto watched_last = reinterpret_cast<std::uintptr_t>(end_);
    for (std::uintptr_t at = std::max(first & ~(page_bytes - 1), watched_first); at < std::min(last, watched_last);
         at += page_bytes)
        faulted(reinterpret_cast<const void*>(at));
}

bool WrittenPages::will_write_all() {
    if (count_ == static_cast<std::size_t>(end_ - begin_) / page_bytes) return false;
    add_all();
    return true;
}

char* WrittenPages::page(std::size_t nth) const { return begin_ + written_[nth] * page_bytes; }

const char* WrittenPages::old_contents(std::size_t nth) const { return old_ + nth * page_bytes; }

}  // namespace rmasim::hosting
