// Polling loads: volatile loads that a thread repeats until they read another value, with no call in between
// that waits for other ranks or threads. MPI allows such loads concurrent with updates if memory is unified (MPI 4.1,
// 12.7); any other volatile load is a plain one, since MPI and the language's threads do not know volatile.
#pragma once

#include "sim/mpi/watched_accesses.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rmasim::sim {

class Polling {
public:
    // A volatile load that is about to be executed. Returns the code location of the thread's previous load of the same
    // bytes if that has read another value: both have polled. Otherwise null.
    const void* load(const HookedAccess& access);
    // The thread has waited for other ranks or threads: it does not continue to poll.
    void ends() { loads_.clear(); }

private:
    struct Load {
        std::uint64_t first = 0;
        std::size_t bytes = 0;
        const void* returns_to = nullptr;
        std::array<std::byte, 16> value{};
    };
    static constexpr std::size_t max_loads = 8;  // of one loop
    std::vector<Load> loads_{};                  // in the order of their last executions
};

// True if polling loops may call this function: it does not wait for other ranks.
bool may_be_in_poll(std::string_view mpi_function);

}  // namespace rmasim::sim
