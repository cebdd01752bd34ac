#include "sim/mpi/process/stacks.h"

#include "sim/mpi/process/pages.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace rmasim::hosting {

namespace {

constexpr int max_dividing = 8192;  // guards that divide the mapping
constexpr int install_guard = 102;  // MADV_GUARD_INSTALL, which older headers lack

char* map_memory(std::size_t bytes, int ranks, int more_access = 0) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE | more_access, flags, -1, 0);
    if (memory != MAP_FAILED) return static_cast<char*>(memory);
    throw std::runtime_error("There is no memory for the stacks of " + std::to_string(ranks) +
                             " ranks: " + std::strerror(errno) + ".");
}

}  // namespace

Stacks::Stacks(int ranks, std::size_t bytes, std::size_t block_bytes, bool may_mark, bool may_execute)
    : bytes_(round_up(bytes, page_bytes) + page_bytes), shifts_(ranks <= max_dividing),
      block_bytes_(round_up(block_bytes, 64)),
      blocks_bytes_(round_up(block_bytes_ * static_cast<std::size_t>(ranks), page_bytes)) {
    const std::size_t all = bytes_ * static_cast<std::size_t>(ranks);
    begin_ = map_memory(all, ranks, may_execute ? PROT_EXEC : 0);
    ::madvise(begin_, all, MADV_NOHUGEPAGE);
    end_ = begin_ + all;
    blocks_ = map_memory(blocks_bytes_, ranks);
    ::madvise(blocks_, blocks_bytes_, MADV_HUGEPAGE);
    install_guards(ranks, may_mark);
}

void Stacks::install_guards(int ranks, bool may_mark) {
    may_mark = may_mark && ranks > max_dividing && ::madvise(low(0) - guard_bytes, guard_bytes, install_guard) == 0;
    if (!may_mark) guard_every_ = (ranks + max_dividing - 1) / max_dividing;
    for (int rank = 0; rank < ranks; rank += guard_every_) {
        char* const guard = low(rank) - guard_bytes;
        if (!may_mark || ::madvise(guard, guard_bytes, install_guard) != 0) ::mprotect(guard, guard_bytes, PROT_NONE);
    }
}

Stacks::~Stacks() {
    ::munmap(begin_, static_cast<std::size_t>(end_ - begin_));
    ::munmap(blocks_, blocks_bytes_);
}

int Stacks::owner_of(const void* address) const {
    const char* const at = static_cast<const char*>(address);
    if (at < begin_ || at >= end_) return -1;
    return static_cast<int>(static_cast<std::size_t>(at - begin_) / bytes_);
}

void Stacks::drop(int rank) { ::madvise(low(rank), static_cast<std::size_t>(high(rank) - low(rank)), MADV_DONTNEED); }

}  // namespace rmasim::hosting
