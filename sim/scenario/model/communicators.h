// The communicators of a scenario beside that of all ranks. Each name splits the ranks, as MPI_COMM_SPLIT does: a rank
// is in at most one communicator of a name.
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

// What one name stands for.
class Split {
public:
    // `members`: of each communicator the ranks, by place. Ranks that are in none: nobody's.
    Split(std::string name, Rank ranks, const std::vector<std::vector<Rank>>& members);
    Split(Split&&) = default;  // no copy: groups refer to its tables
    Split& operator=(Split&&) = delete;

    const std::string& name() const { return name_; }
    // Whether every rank is in a communicator.
    bool has_all() const { return has_all_; }
    Rank least() const { return min_; }  // size of a communicator; 0: there is none
    Rank most() const { return max_; }
    std::size_t count() const { return groups_.size(); }
    // Which communicator the rank is in; -1: none.
    std::int32_t index_of(Rank rank) const { return index_of_rank_[static_cast<std::size_t>(rank)]; }
    const RankGroup& group(std::size_t index) const { return groups_[index]; }
    // That of the rank; null if it is in none.
    const RankGroup* group_of(Rank rank) const {
        const std::int32_t index = index_of(rank);
        return index < 0 ? nullptr : &groups_[static_cast<std::size_t>(index)];
    }
    // For windows of communicators: as `group_of`, but a rank that is in none is alone.
    const RankGroup& group_or_alone(Rank rank) const {
        const std::int32_t index = index_of(rank);
        return index < 0 ? alone_[static_cast<std::size_t>(rank)] : groups_[static_cast<std::size_t>(index)];
    }
    // The members of each communicator that share a node, by place, as communicators of their own.
    Split by_node(Rank ranks_per_node) const;
    // "is in no communicator of "row""
    const std::string& lacking() const { return lacking_; }

private:
    std::string name_, lacking_;
    bool has_all_ = true;
    Rank min_ = 0, max_ = 0;
    std::vector<RankGroup> groups_;
    std::deque<GroupTable> tables_;  // of groups that need one: they stay where they are
    std::vector<std::int32_t> index_of_rank_;
    std::vector<RankGroup> alone_;  // by rank; empty where every rank is in a communicator
};

// All names, numbered as in the file. In packets and calls a communicator has the number `number_of`, which counts down
// from that of all ranks. Expressions may use "row.rank" and "row.size".
class CommunicatorTable final : public Communicators, public RankNames {
public:
    explicit CommunicatorTable(std::size_t names) : splits_(names) {}

    static WindowId number_of(std::size_t name) { return static_cast<WindowId>(no_window - 1 - name); }
    static std::size_t name_of(WindowId number) { return static_cast<std::size_t>(no_window) - 1 - number; }

    std::size_t size() const { return splits_.size(); }
    // The windows from the first on: which of them are of communicators, by name.
    struct WindowComm {
        WindowId comm = no_window;  // no_window: all ranks
        bool shared = false;        // its memory
    };
    // `ranks_per_node`: see NodeRanks::of.
    void set_windows(const std::vector<WindowComm>& windows, Rank ranks_per_node);

    void set(std::size_t name, Split split) { splits_[name] = std::make_unique<Split>(std::move(split)); }
    bool is_set(std::size_t name) const { return splits_[name] != nullptr; }
    const Split& split(std::size_t name) const { return *splits_[name]; }
    const Split& numbered(WindowId number) const { return split(name_of(number)); }

    // Adds the two names of a split to those that expressions may use.
    void add_names(std::size_t name, Scope& scope) const;

    // Null: the window is of all ranks.
    const Split* split_of_window(WindowId window) const {
        return window < of_windows_.size() ? of_windows_[window] : nullptr;
    }
    // The communicators of the window's split, or of the number; no_window: all ranks.
    WindowId comm_of(WindowId number) const {
        if (!is_window(number)) return number;
        return number < of_windows_.size() && of_windows_[number] != nullptr ? comms_[number] : no_window;
    }

    // What reports add to what a rank waits for: " (3 of row)" to a rank of all, " of row" to a barrier. Empty in the
    // communicator of all ranks. `number`: of a communicator, or of a window.
    std::string location_text(Rank rank, WindowId number) const;
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
    std::vector<const Split*> by_node_;                 // by window: those of its members that share a node, or null
    std::vector<std::unique_ptr<const Split>> node_splits_;  // by name; null: not needed
};

}  // namespace rmasim::sim
