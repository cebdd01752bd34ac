#include "sim/mpi/objects/group.h"

#include "sim/mpi/objects/error.h"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace rmasim::mpi {

namespace {

// Marks the ranks in a list of flags. Throws if one is not in the group, or occurs twice.
std::vector<bool> marked(const Group& group, std::span<const int> ranks) {
    std::vector<bool> all(static_cast<std::size_t>(group.size()));
    for (const int rank : ranks) {
        require(rank >= 0 && rank < group.size(), MPI_ERR_RANK, "a rank is not in the group");
        require(!all[static_cast<std::size_t>(rank)], MPI_ERR_RANK, "a rank occurs twice");
        all[static_cast<std::size_t>(rank)] = true;
    }
    return all;
}

}  // namespace

Group::Group(std::vector<int> processes) : size_(static_cast<int>(processes.size())), processes_(std::move(processes)) {
    bool is_identity = true;
    for (int rank = 0; rank < size_; ++rank) {
        ranks_.emplace_back(processes_[static_cast<std::size_t>(rank)], rank);
        is_identity = is_identity && ranks_.back().first == rank;
    }
    if (is_identity) {
        processes_.clear();
        ranks_.clear();
    }
    std::sort(ranks_.begin(), ranks_.end());
}

int Group::rank_of(int process) const {
    if (processes_.empty()) return process >= 0 && process < size_ ? process : -1;
    const auto found = std::lower_bound(ranks_.begin(), ranks_.end(), std::pair<int, int>{process, 0});
    return found == ranks_.end() || found->first != process ? -1 : found->second;
}

std::vector<int> Group::processes() const {
    if (!processes_.empty()) return processes_;
    std::vector<int> all(static_cast<std::size_t>(size_));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

GroupRef make_group(std::vector<int> processes) { return std::make_shared<const Group>(std::move(processes)); }

int compare(const Group& a, const Group& b) {
    if (a.size() != b.size()) return MPI_UNEQUAL;
    bool identical = true;
    for (int rank = 0; rank < a.size(); ++rank) {
        const int other = b.rank_of(a.process(rank));
        if (other < 0) return MPI_UNEQUAL;
        identical = identical && other == rank;
    }
    return identical ? MPI_IDENT : MPI_SIMILAR;
}

GroupRef united(const Group& a, const Group& b) {
    std::vector<int> all = a.processes();
    for (int rank = 0; rank < b.size(); ++rank)
        if (a.rank_of(b.process(rank)) < 0) all.push_back(b.process(rank));
    return make_group(std::move(all));
}

GroupRef intersected(const Group& a, const Group& b) {
    std::vector<int> both;
    for (int rank = 0; rank < a.size(); ++rank)
        if (b.rank_of(a.process(rank)) >= 0) both.push_back(a.process(rank));
    return make_group(std::move(both));
}

GroupRef without(const Group& a, const Group& b) {
    std::vector<int> rest;
    for (int rank = 0; rank < a.size(); ++rank)
        if (b.rank_of(a.process(rank)) < 0) rest.push_back(a.process(rank));
    return make_group(std::move(rest));
}

GroupRef included(const Group& group, std::span<const int> ranks) {
    marked(group, ranks);
    std::vector<int> members;
    for (const int rank : ranks) members.push_back(group.process(rank));
    return make_group(std::move(members));
}

GroupRef excluded(const Group& group, std::span<const int> ranks) {
    const std::vector<bool> out = marked(group, ranks);
    std::vector<int> members;
    for (int rank = 0; rank < group.size(); ++rank)
        if (!out[static_cast<std::size_t>(rank)]) members.push_back(group.process(rank));
    return make_group(std::move(members));
}

std::vector<int> ranks_of_ranges(const Group& group, const int (*ranges)[3], int count) {
    std::vector<int> ranks;
    for (int i = 0; i < count; ++i) {
        const std::int64_t first = ranges[i][0], last = ranges[i][1], stride = ranges[i][2];
        require(stride != 0, MPI_ERR_ARG, "the stride of a range is 0");
        require(first >= 0 && first < group.size(), MPI_ERR_RANK, "a range begins outside of the group");
        for (std::int64_t rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
            require(rank >= 0 && rank < group.size(), MPI_ERR_RANK, "a range leaves the group");
            ranks.push_back(static_cast<int>(rank));
        }
    }
    return ranks;
}

}  // namespace rmasim::mpi
