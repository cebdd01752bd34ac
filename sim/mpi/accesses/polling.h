// Finds the polling loads of a thread. A polling load is a volatile load that the thread repeats until the load reads
// another value. Between the loads, the thread makes no call that waits for other ranks or threads. In the unified
// memory model, MPI allows polling loads that are concurrent with updates (MPI 4.1, 12.7). All other volatile loads
// count as ordinary loads, since neither MPI nor the threads of C and C++ give a meaning to volatile.
#pragma once

#include "sim/mpi/accesses/watched_accesses.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rmasim::sim {

class Polling {
public:
    // Records a volatile load that is about to be executed. If the thread's previous load of the same bytes read
    // another value, both loads poll: the function then returns the code location of the previous load. Otherwise
    // returns null.
    const void* load(const HookedAccess& access);
    // Records that the thread waits for other ranks or threads. This ends its polling.
    void ends() { loads_.clear(); }
    // True if loads were recorded after the last call of ends().
    bool any() const { return !loads_.empty(); }

private:
    struct Load {
        std::uint64_t first = 0;
        std::size_t bytes = 0;
        const void* returns_to = nullptr;
        std::array<std::byte, 16> value{};
    };
    static constexpr std::size_t max_loads = 8;  // number of different loads that one polling loop may have
    std::vector<Load> loads_{};                  // in the order of their last executions
};

// True if a polling loop may call this MPI function, because the function does not wait for other ranks.
bool may_be_in_poll(std::string_view mpi_function);

}  // namespace rmasim::sim
