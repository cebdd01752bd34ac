// The stacks of all ranks, in one mapping. Each has, from its lowest address: a page without access (up to 8,192 ranks,
// because each divides the mapping, and Linux allows 65,530 mappings), the stack, the control block.
#pragma once

#include "sim/mpi/process/fiber.h"

#include <cstddef>

namespace rmasim::hosting {

class Stacks {
public:
    // Throws std::runtime_error with a sentence if there is no memory for so many stacks.
    Stacks(int ranks, std::size_t bytes);
    ~Stacks();
    Stacks(const Stacks&) = delete;
    Stacks& operator=(const Stacks&) = delete;

    // The first byte of the rank's stack, and the end of its memory.
    char* low(int rank) const { return begin_ + static_cast<std::size_t>(rank) * bytes_ + guard_bytes_; }
    char* high(int rank) const { return begin_ + (static_cast<std::size_t>(rank) + 1) * bytes_; }
    // Returns the rank that has the address in its stack, or below it on the page without access; otherwise -1.
    int owner_of(const void* address) const;
    // True if the address is on a rank's page without access.
    bool is_guard(const void* address) const;
    // Drops the memory of a stack that is not used any more.
    void drop(int rank);

private:
    char* begin_ = nullptr;
    char* end_ = nullptr;
    std::size_t bytes_ = 0;
    std::size_t guard_bytes_ = 0;
};

}  // namespace rmasim::hosting
