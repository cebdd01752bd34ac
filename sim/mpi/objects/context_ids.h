// The context ids of communicators. A new communicator takes the smallest number that is free at all its members; it is
// in use at all of them at once. A process frees the number when it frees its communicator. So two communicators with
// a common member never have the same number while that member has both.
//
// A member takes a number again only for a communicator of the same processes in the same order: the core counts the
// calls on each number, and all members have made the same calls on it. For other processes, the counts would differ:
//
//     number 2 is free again     last used for     calls
//     process 0                  0, 1              7
//     process 2                  2, 3              5        a communicator of 0 and 2 takes another number
#pragma once

#include <memory>
#include <span>
#include <vector>

namespace rmasim::mpi {

class ContextIds {
public:
    explicit ContextIds(int processes) : uses_(static_cast<std::size_t>(processes)) {}

    // Returns a number for a new communicator of these processes, of which there is at least one.
    int agree(std::span<const int> processes);
    // The process has freed its communicator.
    void free(int process, int id);
    bool is_used(int process, int id) const;

private:
    using Processes = std::shared_ptr<const std::vector<int>>;
    // The last communicator of a process that had the number; null if there was none.
    struct Use {
        Processes processes;
        bool now = false;
    };
    Use use(int process, int id) const;
    bool is_free(std::span<const int> processes, int id, const Processes& last) const;

    std::vector<std::vector<Use>> uses_;  // by process and number
};

}  // namespace rmasim::mpi
