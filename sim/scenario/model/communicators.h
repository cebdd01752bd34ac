// The communicators of a scenario, except MPI_COMM_WORLD. Each name in the scenario stands for a split of the ranks, as
// by MPI_COMM_SPLIT: a rank is in at most one communicator of a name.
#pragma once

#include "protocol/base/group.h"
#include "protocol/base/world.h"
#include "sim/scenario/expression/expression.h"
#include "sim/scenario/model/process_topology.h"

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rmasim::sim {

// A split: the communicators that have the same name. They are disjoint.
class Split {
public:
    // `members[i]` has the ranks of communicator i, in the order of their communicator ranks. A rank may be in no
    // communicator.
    Split(std::string name, Rank ranks, const std::vector<std::vector<Rank>>& members);
    // A split cannot be copied, because its groups refer to its tables.
    Split(Split&&) = default;
    Split& operator=(Split&&) = delete;

    const std::string& name() const { return name_; }
    // True if every rank is in a communicator.
    bool has_all() const { return has_all_; }
    Rank min_size() const { return min_; }  // size of the smallest communicator; 0 if there is no communicator
    Rank max_size() const { return max_; }  // size of the largest communicator
    std::size_t count() const { return groups_.size(); }
    // The index of the rank's communicator. -1 if the rank is in no communicator.
    std::int32_t index_of(Rank rank) const { return index_of_rank_[static_cast<std::size_t>(rank)]; }
    const RankGroup& group(std::size_t index) const { return groups_[index]; }
    // The group of the rank's communicator. Null if the rank is in no communicator.
    const RankGroup* group_of(Rank rank) const {
        const std::int32_t index = index_of(rank);
        return index < 0 ? nullptr : &groups_[static_cast<std::size_t>(index)];
    }
    // The group of the rank's window. A rank in no communicator has a window whose group is only this rank.
    const RankGroup& group_or_alone(Rank rank) const {
        const std::int32_t index = index_of(rank);
        return index < 0 ? alone_[static_cast<std::size_t>(rank)] : groups_[static_cast<std::size_t>(index)];
    }
    // Splits each communicator by node, as MPI_COMM_SPLIT_TYPE with MPI_COMM_TYPE_SHARED does.
    Split by_node(Rank ranks_per_node) const;
    // The error text for a rank that is in no communicator: "is in no communicator of "row"".
    const std::string& absence_text() const { return absence_text_; }

private:
    std::string name_, absence_text_;
    bool has_all_ = true;
    Rank min_ = 0, max_ = 0;
    std::vector<RankGroup> groups_;
    // The ranks of groups without a constant stride. A deque, because groups refer to its elements.
    std::deque<GroupTable> tables_;
    std::vector<std::int32_t> index_of_rank_;
    // For each rank, the group of only this rank. Empty if every rank is in a communicator.
    std::vector<RankGroup> alone_;
};

// All communicator names of a scenario, numbered in the order of the file. Packets and calls identify a communicator by
// the number that `number_of` returns. Window numbers count up from 0; these numbers count down from `no_window`, the
// number of MPI_COMM_WORLD. Expressions may use "row.rank" and "row.size".
class CommunicatorTable final : public Communicators, public RankNames {
public:
    explicit CommunicatorTable(std::size_t names) : splits_(names), topologies_(names) {}

    static WindowId number_of(std::size_t name) { return static_cast<WindowId>(no_window - 1 - name); }
    static std::size_t name_of(WindowId number) { return static_cast<std::size_t>(no_window) - 1 - number; }

    std::size_t size() const { return splits_.size(); }
    // The communicators on which a window is created.
    struct WindowComm {
        WindowId comm = no_window;  // `no_window` if the window has all ranks
        bool shared = false;        // the window has shared memory
    };
    // `windows` has an entry for each window. Each node has `ranks_per_node` consecutive ranks, the last node possibly
    // fewer. Call the function once, after all splits are set.
    void set_windows(const std::vector<WindowComm>& windows, Rank ranks_per_node);
    // WIN_CHANGE_COMM gives the window other communicators. Call it after `set_windows`.
    void set_changing(WindowId window);

    void set(std::size_t name, Split split) { splits_[name] = std::make_unique<Split>(std::move(split)); }
    void set_topology(std::size_t name, ProcessTopology topology) { topologies_[name].emplace(std::move(topology)); }
    bool has_topology(WindowId number) const { return number != no_window && topologies_[name_of(number)].has_value(); }
    bool is_set(std::size_t name) const { return splits_[name] != nullptr; }
    const Split& split(std::size_t name) const { return *splits_[name]; }
    const Split& numbered(WindowId number) const { return split(name_of(number)); }

    // Adds "row.rank" and "row.size" of a split to the names that expressions may use.
    void add_names(std::size_t name, Scope& scope) const;

    // The split whose communicators create the window. Null if the window has all ranks.
    const Split* split_of_window(WindowId window) const {
        return window < of_windows_.size() ? of_windows_[window] : nullptr;
    }
    // The communicator number of a window, if `number` is a window. `no_window` if the window has all ranks. If
    // `number` is already a communicator number, the function returns `number`.
    WindowId comm_of(WindowId number) const {
        if (!is_window(number)) return number;
        return number < of_windows_.size() && of_windows_[number] != nullptr ? comms_[number] : no_window;
    }

    // Suffixes for reports on waiting ranks. `number` is the number of a communicator or of a window. `comm_rank_text`
    // gives the communicator rank of `rank`: " (3 of row)". It is empty for MPI_COMM_WORLD. `of_text` gives the
    // communicator: " of row". For MPI_COMM_WORLD it is " of all ranks" if the scenario has other communicators. For a
    // window of all ranks it is empty.
    std::string comm_rank_text(Rank rank, WindowId number) const;
    static std::string of_text(const CommunicatorTable* table, WindowId number);

    const RankGroup& group_of(Rank rank, WindowId number) const override;
    const RankGroup* window_group(Rank rank, WindowId window) const override;
    const RankGroup* first_group(Rank rank, WindowId window) const override;
    const RankGroup* node_group(Rank rank, WindowId window) const override;
    std::optional<Neighbours> neighbours_of(Rank rank, WindowId number) const override {
        if (!has_topology(number)) return std::nullopt;
        return topologies_[name_of(number)]->of(rank);
    }
    std::size_t count() const override { return 2 * splits_.size(); }
    void values_of(std::int32_t rank, std::span<std::int64_t> values) const override;

private:
    std::vector<std::unique_ptr<const Split>> splits_;        // an entry is null until its split is read
    std::vector<std::optional<ProcessTopology>> topologies_;  // nullopt: none
    std::vector<WindowId> comms_;                             // by window
    std::vector<const Split*> of_windows_;                    // by window; null if any rank may have the window
    // For each window, the split of its communicators at the start. Null if the window has all ranks.
    std::vector<const Split*> first_of_windows_;
    // For each window, the split of the window's communicators by node. Null if the window has all ranks, or if its
    // memory is not shared.
    std::vector<const Split*> by_node_;
    // For each communicator name, the split of the name's communicators by node. Null if no window needs this split.
    std::vector<std::unique_ptr<const Split>> node_splits_;
};

}  // namespace rmasim::sim
