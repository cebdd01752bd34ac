// The stacks of all ranks, in one mapping. Each has, from its lowest address: a page without access (up to 8,192 ranks,
// because each divides the mapping, and Linux allows 65,530 mappings), and the stack. The control blocks of all ranks
// are in another mapping, so that a rank touches few pages.
#pragma once

#include "sim/mpi/process/fiber.h"

#include <cstddef>

namespace rmasim::hosting {

class Stacks {
public:
    // `may_execute` allows code on the stacks. Throws std::runtime_error with a sentence if there is no memory for so
    // many stacks.
    Stacks(int ranks, std::size_t bytes, std::size_t block_bytes, bool may_mark, bool may_execute);
    ~Stacks();
    Stacks(const Stacks&) = delete;
    Stacks& operator=(const Stacks&) = delete;

    // The first byte of the rank's stack, and its end.
    char* low(int rank) const { return begin_ + static_cast<std::size_t>(rank) * bytes_ + guard_bytes; }
    char* high(int rank) const {
        const std::size_t shift = shifts_ ? static_cast<std::size_t>(rank) % 32 * 64 : 0;
        return begin_ + (static_cast<std::size_t>(rank) + 1) * bytes_ - shift;
    }
    // The end of the memory for the rank's control block.
    char* block_end(int rank) const { return blocks_ + (static_cast<std::size_t>(rank) + 1) * block_bytes_; }
    // Returns the rank that has the address in its stack, or -1.
    int owner_of(const void* address) const;
    bool has_guard(int rank) const { return rank % guard_every_ == 0; }
    // Drops the memory of a stack that is not used any more.
    void drop(int rank);

private:
    char* begin_ = nullptr;
    char* end_ = nullptr;
    char* blocks_ = nullptr;
    static constexpr std::size_t guard_bytes = 4096;
    void install_guards(int ranks, bool may_mark);

    std::size_t bytes_ = 0;  // from one stack to the next
    bool shifts_ = false;    // false for many ranks, which would touch more pages
    std::size_t block_bytes_ = 0;
    int guard_every_ = 1;
    std::size_t blocks_bytes_ = 0;  // of all
};

}  // namespace rmasim::hosting
