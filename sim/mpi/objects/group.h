// A group: an ordered set of processes, by their ranks in MPI_COMM_WORLD (MPI 4.1, 7.2 and 7.3). Groups do not change.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace rmasim::mpi {

class Group {
public:
    // The processes 0, 1, ..., size - 1.
    explicit Group(int size) : size_(size) {}
    // Each process occurs at most once.
    explicit Group(std::vector<int> processes);

    int size() const { return size_; }
    // Returns the process with this rank of the group.
    int process(int rank) const { return processes_.empty() ? rank : processes_[static_cast<std::size_t>(rank)]; }
    // Returns the rank of a process; -1 if it is no member.
    int rank_of(int process) const;
    // Returns all processes, by rank.
    std::vector<int> processes() const;

private:
    int size_;
    std::vector<int> processes_;              // empty if they are 0 to size - 1
    std::vector<std::pair<int, int>> ranks_;  // process and rank, by process
};

using GroupRef = std::shared_ptr<const Group>;

GroupRef make_group(std::vector<int> processes);

// Returns MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL.
int compare(const Group& a, const Group& b);
// The set operations of MPI 4.1, 7.3.2: the order is that of `a`, then that of `b`.
GroupRef united(const Group& a, const Group& b);
GroupRef intersected(const Group& a, const Group& b);
GroupRef without(const Group& a, const Group& b);

// The members with these ranks, in this order; the members without them, in their order. Throw MPI_ERR_RANK if a rank
// is not in the group, or occurs twice.
GroupRef included(const Group& group, std::span<const int> ranks);
GroupRef excluded(const Group& group, std::span<const int> ranks);
// The ranks of triples (first, last, stride). Throws MPI_ERR_ARG if a stride is 0, and MPI_ERR_RANK as above.
std::vector<int> ranks_of_ranges(const Group& group, const int (*ranges)[3], int count);

}  // namespace rmasim::mpi
