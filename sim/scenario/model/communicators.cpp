#include "sim/scenario/model/communicators.h"

#include "protocol/base/errors.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace rmasim::sim {

namespace {

// The positive distance between successive ranks, if it is constant. 0 if it is not.
Rank stride_of(const std::vector<Rank>& members) {
    if (members.size() == 1) return 1;
    const Rank stride = members[1] - members[0];
    if (stride <= 0) return 0;
    for (std::size_t index = 1; index < members.size(); ++index) {
        if (members[index] - members[index - 1] != stride) return 0;
    }
    return stride;
}

}  // namespace

Split::Split(std::string name, Rank ranks, const std::vector<std::vector<Rank>>& members)
    : name_(std::move(name)), absence_text_(fmt::format("is in no communicator of \"{}\"", name_)),
      index_of_rank_(static_cast<std::size_t>(ranks), -1) {
    groups_.reserve(members.size());
    for (const std::vector<Rank>& ranks_in : members) {
        const auto size = static_cast<Rank>(ranks_in.size());
        for (const Rank rank : ranks_in) {
            index_of_rank_[static_cast<std::size_t>(rank)] = static_cast<std::int32_t>(groups_.size());
        }
        if (const Rank stride = stride_of(ranks_in); stride > 0) groups_.emplace_back(size, ranks_in.front(), stride);
        else groups_.emplace_back(size, tables_.emplace_back(ranks_in));
        min_ = min_ == 0 ? size : std::min(min_, size);
        max_ = std::max(max_, size);
    }
    has_all_ = std::find(index_of_rank_.begin(), index_of_rank_.end(), -1) == index_of_rank_.end();
    for (Rank rank = 0; !has_all_ && rank < ranks; ++rank) alone_.emplace_back(1, rank);
}

Split Split::by_node(Rank ranks_per_node) const {
    std::vector<std::vector<Rank>> members;
    for (const RankGroup& group : groups_) {
        std::map<Rank, std::vector<Rank>> nodes;
        for (Rank comm_rank = 0; comm_rank < group.size(); ++comm_rank) {
            nodes[group.member(comm_rank) / ranks_per_node].push_back(group.member(comm_rank));
        }
        for (auto& [node, ranks] : nodes) members.push_back(std::move(ranks));
    }
    return {name_, static_cast<Rank>(index_of_rank_.size()), members};
}

void CommunicatorTable::set_windows(const std::vector<WindowComm>& windows, Rank ranks_per_node) {
    node_splits_.resize(splits_.size());
    for (const WindowComm& window : windows) {
        comms_.push_back(window.comm);
        of_windows_.push_back(window.comm == no_window ? nullptr : &numbered(window.comm));
        first_of_windows_.push_back(of_windows_.back());
        by_node_.push_back(nullptr);
        if (window.comm == no_window || !window.shared) continue;
        std::unique_ptr<const Split>& by_node = node_splits_[name_of(window.comm)];
        if (!by_node) by_node = std::make_unique<Split>(numbered(window.comm).by_node(ranks_per_node));
        by_node_.back() = by_node.get();
    }
}

void CommunicatorTable::set_changing(WindowId window) { of_windows_[window] = nullptr; }

// For a rank that is in no communicator of the window, returns a communicator without this rank.
const RankGroup* CommunicatorTable::first_group(Rank rank, WindowId window) const {
    const Split* const split = window < first_of_windows_.size() ? first_of_windows_[window] : nullptr;
    if (split == nullptr) return nullptr;
    if (of_windows_[window] != nullptr) return &split->group_or_alone(rank);
    const RankGroup* const group = split->group_of(rank);
    return group != nullptr ? group : &split->group(0);
}

const RankGroup* CommunicatorTable::window_group(Rank rank, WindowId window) const {
    const Split* const split = window < of_windows_.size() ? of_windows_[window] : nullptr;
    return split == nullptr ? nullptr : &split->group_or_alone(rank);
}

const RankGroup* CommunicatorTable::node_group(Rank rank, WindowId window) const {
    const Split* const split = window < by_node_.size() ? by_node_[window] : nullptr;
    return split == nullptr ? nullptr : &split->group_or_alone(rank);
}

void CommunicatorTable::add_names(std::size_t name, Scope& scope) const {
    const Split& split = *splits_[name];
    const std::string* const absence_text = split.has_all() ? nullptr : &split.absence_text();
    const auto slot = static_cast<Slot>(first_own_slot + 2 * name);
    scope.names.push_back({split.name() + ".rank", slot, 0, {}, absence_text});
    scope.names.push_back({split.name() + ".size", static_cast<Slot>(slot + 1), 0, {}, absence_text});
    scope.of_ranks = this;
}

std::string CommunicatorTable::comm_rank_text(Rank rank, WindowId number) const {
    const WindowId comm = comm_of(number);
    if (comm == no_window) return {};
    return fmt::format(" ({} of {})", group_of(rank, comm).comm_rank_of(rank), numbered(comm).name());
}

// The text is not empty for MPI_COMM_WORLD if the scenario has other communicators.
std::string CommunicatorTable::of_text(const CommunicatorTable* table, WindowId number) {
    if (table == nullptr || (is_window(number) && table->comm_of(number) == no_window)) return {};
    return number == no_window ? " of all ranks" : " of " + table->numbered(table->comm_of(number)).name();
}

const RankGroup& CommunicatorTable::group_of(Rank rank, WindowId number) const {
    const RankGroup* const group = numbered(number).group_of(rank);
    if (group == nullptr) throw ProtocolError(fmt::format("rank {} {}", rank, numbered(number).absence_text()));
    return *group;
}

void CommunicatorTable::values_of(std::int32_t rank, std::span<std::int64_t> values) const {
    for (std::size_t name = 0; name < splits_.size(); ++name) {
        const RankGroup* const group = splits_[name] ? splits_[name]->group_of(rank) : nullptr;
        values[2 * name] = group == nullptr ? -1 : group->comm_rank_of(rank);
        values[2 * name + 1] = group == nullptr ? -1 : group->size();
    }
}

}  // namespace rmasim::sim
