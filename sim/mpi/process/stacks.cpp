#include "sim/mpi/process/stacks.h"

#include "sim/mpi/process/pages.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace rmasim::hosting {

namespace {

constexpr int max_guarded = 8192;

}  // namespace

Stacks::Stacks(int ranks, std::size_t bytes) : bytes_((bytes + page_bytes - 1) / page_bytes * page_bytes) {
    const std::size_t all = bytes_ * static_cast<std::size_t>(ranks);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
    void* const memory = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::runtime_error("There is no memory for the stacks of " + std::to_string(ranks) +
                                 " ranks: " + std::strerror(errno) + ".");
    }
    ::madvise(memory, all, MADV_NOHUGEPAGE);
    begin_ = static_cast<char*>(memory);
    end_ = begin_ + all;
    if (ranks > max_guarded) return;
    guard_bytes_ = page_bytes;
    for (int rank = 0; rank < ranks; ++rank) ::mprotect(low(rank) - page_bytes, page_bytes, PROT_NONE);
}

Stacks::~Stacks() { ::munmap(begin_, static_cast<std::size_t>(end_ - begin_)); }

int Stacks::owner_of(const void* address) const {
    const char* const at = static_cast<const char*>(address);
    if (at < begin_ || at >= end_) return -1;
    return static_cast<int>(static_cast<std::size_t>(at - begin_) / bytes_);
}

bool Stacks::is_guard(const void* address) const {
    const int rank = owner_of(address);
    return rank >= 0 && static_cast<const char*>(address) < low(rank);
}

void Stacks::drop(int rank) { ::madvise(low(rank), static_cast<std::size_t>(high(rank) - low(rank)), MADV_DONTNEED); }

}  // namespace rmasim::hosting
