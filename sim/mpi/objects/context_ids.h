// The context ids of communicators. A new communicator takes the smallest number that is free at all its members; it is
// in use at all of them at once. A process frees the number when it frees its communicator. So two communicators with
// a common member never have the same number while that member has both. Windows get their numbers by the same rule
// (sim/programs/window_registry.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rmasim::mpi {

class ContextIds {
public:
    explicit ContextIds(int processes) : used_(static_cast<std::size_t>(processes)) {}

    // Returns a number for a new communicator of these processes.
    int agree(std::span<const int> processes);
    // The process has freed its communicator.
    void free(int process, int id);
    bool is_used(int process, int id) const;

private:
    std::uint64_t word(int process, std::size_t index) const;

    std::vector<std::vector<std::uint64_t>> used_;  // by process, a bit for each number
};

}  // namespace rmasim::mpi
