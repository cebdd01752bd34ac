// The communicators of a scenario, except MPI_COMM_WORLD. Each name splits the ranks, as MPI_COMM_SPLIT does: a rank is
// in at most one communicator of a name.
#pragma once

#include "protocol/base/group.h"
#include "protocol/base/world.h"
#include "sim/scenario/expression/expression.h"

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rmasim::sim {

// The communicators that share one name. They are disjoint.
class Split {
public:
    // `members[i]`: the ranks of communicator i, in the order of their communicator ranks. A rank may be in none.
    Split(std::string name, Rank ranks, const std::vector<std::vector<Rank>>& members);
    Split(Split&&) = default;  // no copy: groups refer to its tables
    Split& operator=(Split&&) = delete;

    const std::string& name() const { return name_; }
    // True if every rank is in a communicator.
    bool has_all() const { return has_all_; }
    Rank min_size() const { return min_; }  // size of the smallest communicator; 0: there is none
    Rank max_size() const { return max_; }   // size of the largest communicator
    std::size_t count() const { return groups_.size(); }
    // The index of the rank's communicator; -1: the rank is in none.
    std::int32_t index_of(Rank rank) const { return index_of_rank_[static_cast<std::size_t>(rank)]; }
    const RankGroup& group(std::size_t index) const { return groups_[index]; }
    // The group of the rank's communicator; null if the rank is in none.
    const RankGroup* group_of(Rank rank) const {
        const std::int32_t index = index_of(rank);
        return index < 0 ? nullptr : &groups_[static_cast<std::size_t>(index)];
    }
    // The group of the rank's window. A rank that is in no communicator has a window of its own.
    const RankGroup& group_or_alone(Rank rank) const {
        const std::int32_t index = index_of(rank);
        return index < 0 ? alone_[static_cast<std::size_t>(rank)] : groups_[static_cast<std::size_t>(index)];
    }
    // Splits each communicator by node, as MPI_COMM_SPLIT_TYPE with MPI_COMM_TYPE_SHARED does.
    Split by_node(Rank ranks_per_node) const;
    // The error text for a rank without communicator: "is in no communicator of "row"".
    const std::string& absence_text() const { return absence_text_; }

private:
    std::string name_, absence_text_;
    bool has_all_ = true;
    Rank min_ = 0, max_ = 0;
    std::vector<RankGroup> groups_;
    std::deque<GroupTable> tables_;  // ranks of groups without a stride; a deque, because groups refer to its elements
    std::vector<std::int32_t> index_of_rank_;
    std::vector<RankGroup> alone_;  // by rank: the group of only this rank; empty if every rank is in a communicator
};

// All communicator names of a scenario, numbered in the order of the file. In packets and calls a communicator has the
// number `number_of`, which counts down from `no_window`, the number of MPI_COMM_WORLD. Expressions may use "row.rank"
// and "row.size".
class CommunicatorTable final : public Communicators, public RankNames {
public:
    explicit CommunicatorTable(std::size_t names) : splits_(names) {}

    static WindowId number_of(std::size_t name) { return static_cast<WindowId>(no_window - 1 - name); }
    static std::size_t name_of(WindowId number) { return static_cast<std::size_t>(no_window) - 1 - number; }

    std::size_t size() const { return splits_.size(); }
    // The communicators on which a window is created.
    struct WindowComm {
        WindowId comm = no_window;  // no_window: all ranks
        bool shared = false;        // the window has shared memory
    };
    // `windows`: by window. `ranks_per_node`: see NodeRanks::of. Call it once, after all splits are set.
    void set_windows(const std::vector<WindowComm>& windows, Rank ranks_per_node);

    void set(std::size_t name, Split split) { splits_[name] = std::make_unique<Split>(std::move(split)); }
    bool is_set(std::size_t name) const { return splits_[name] != nullptr; }
    const Split& split(std::size_t name) const { return *splits_[name]; }
    const Split& numbered(WindowId number) const { return split(name_of(number)); }

    // Adds "row.rank" and "row.size" of a split to the names that expressions may use.
    void add_names(std::size_t name, Scope& scope) const;

    // The split on whose communicators the window exists; null: the window has all ranks.
    const Split* split_of_window(WindowId window) const {
        return window < of_windows_.size() ? of_windows_[window] : nullptr;
    }
    // The number of the communicators of a window. The number of a communicator is returned unchanged. no_window: all
    // ranks.
    WindowId comm_of(WindowId number) const {
        if (!is_window(number)) return number;
        return number < of_windows_.size() && of_windows_[number] != nullptr ? comms_[number] : no_window;
    }

    // Suffixes for reports on waiting ranks. `comm_rank_text` gives the communicator rank of `rank`: " (3 of row)".
    // `of_text` gives the communicator: " of row". `number`: of a communicator, or of a window. For MPI_COMM_WORLD
    // `comm_rank_text` is empty. `of_text` is " of all ranks" for it if the scenario has other communicators, but empty
    // for a window of all ranks.
    std::string comm_rank_text(Rank rank, WindowId number) const;
    static std::string of_text(const CommunicatorTable* table, WindowId number);

    const RankGroup& group_of(Rank rank, WindowId number) const override;
    const RankGroup* window_group(Rank rank, WindowId window) const override;
    const RankGroup* node_group(Rank rank, WindowId window) const override;
    std::size_t count() const override { return 2 * splits_.size(); }
    void values_of(std::int32_t rank, std::span<std::int64_t> values) const override;

private:
    std::vector<std::unique_ptr<const Split>> splits_;  // null: not read yet
    std::vector<WindowId> comms_;                       // by window
    std::vector<const Split*> of_windows_;              // by window; null: all ranks
    std::vector<const Split*> by_node_;                 // by window: its split by node; null: no communicator, or
                                                        // memory that is not shared
    std::vector<std::unique_ptr<const Split>> node_splits_;  // by name: its split by node; null: no window needs it
};

}  // namespace rmasim::sim
