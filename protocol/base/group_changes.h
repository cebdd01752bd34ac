// Groups the WIN_CHANGE_COMM calls of all ranks into changes, in whatever order the ranks make the calls.
//
// A member of the window takes part in every change of the window, until a change removes this member. A rank that is
// not a member takes part in the next change that makes the rank a member. Such a rank may call long before the members
// do, even before changes in which it does not take part. Example, with the new group of each call:
//
//     members 0, 1, 2     rank 0    {0, 1}    {0}    {0, 1, 2}
//                         rank 1    {0, 1}    {0}    {0, 1, 2}
//                         rank 2    {0, 1}           {0, 1, 2}     the second call belongs to the third change
#pragma once

#include "protocol/base/world.h"

#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace rmasim {

// The changes of all windows. `Data` is the caller's data of one change.
template <class Data>
class GroupChanges {
public:
    struct Change {
        RankGroup before, now;
        std::size_t missing = 0;    // number of members of either group that have not called
        std::vector<Rank> entered;  // members of `now`, but not of `before`, that have called
        Data data{};
    };
    // The effect of a call of WIN_CHANGE_COMM.
    struct Begun {
        std::shared_ptr<Change> change;  // null if no member has begun the change yet
        bool first = false;              // true if this is the first call of a member for the change
        std::vector<Rank> entering{};    // new members that called before the first member
    };

    // `communicators` may be null and must outlive this object.
    GroupChanges(Rank ranks, const Communicators* communicators) : ranks_(ranks), communicators_(communicators) {}
    // The first `ranks` ranks of the window's group have the window at the start. Without this call, all ranks of the
    // group have the window.
    void opened_to(WindowId window, Rank ranks) { sizes_[window] = ranks; }
    // Forgets all calls.
    void clear() {
        windows_.clear();
        positions_.clear();
    }

    // A rank calls WIN_CHANGE_COMM. `group` and `size` are RequestArguments::new_group and `new_size`.
    Begun begin(Rank rank, WindowId window, const RankGroup* group, Rank size) {
        const RankGroup now = group_of(rank, window, group, size);
        const auto [at, is_new] = positions_.try_emplace({window, rank});
        if (is_new) at->second = first_position(rank, window);
        Position& position = at->second;
        return position.window == nullptr ? begin_outside(rank, window, position)
                                          : begin_inside(rank, window, position, now);
    }
    // Returns the new group that a call names.
    RankGroup group_of(Rank rank, WindowId window, const RankGroup* group, Rank size) const {
        return prefix_of(group != nullptr ? group : first_group(rank, window), size);
    }

private:
    RankGroup first_members(Rank rank, WindowId window) const {
        const RankGroup* const group = first_group(rank, window);
        const auto size = sizes_.find(window);
        return prefix_of(group, size != sizes_.end() ? size->second : group == nullptr ? ranks_ : group->size());
    }

    struct Window {
        RankGroup members{0};  // the members after the last change that a member has begun
        std::deque<std::shared_ptr<Change>> changes{};
        std::uint64_t passed = 0;  // number of earlier changes, for which all ranks have called
    };
    struct Position {
        Window* window = nullptr;  // null if the rank is not a member
        std::uint64_t next = 0;    // number of the change to which the rank's next call belongs
        bool waits = false;        // true if the rank is not a member, and has called
    };

    const RankGroup* first_group(Rank rank, WindowId window) const {
        return communicators_ == nullptr ? nullptr : communicators_->first_group(rank, window);
    }
    static RankGroup prefix_of(const RankGroup* group, Rank size) {
        return group == nullptr ? RankGroup(size) : group->prefix(size);
    }
    Position first_position(Rank rank, WindowId id) {
        const RankGroup members = first_members(rank, id);
        if (!members.contains(rank)) return {};
        const auto [at, is_new] = windows_.try_emplace({id, members.member(0)});
        if (is_new) at->second.members = members;
        return {&at->second, 0, false};
    }

    Begun begin_inside(Rank rank, WindowId id, Position& position, const RankGroup& now) {
        Window& window = *position.window;
        const std::uint64_t number = position.next;
        Begun call;
        if (number == window.passed + window.changes.size()) {
            call.first = true;
            window.changes.push_back(std::make_shared<Change>(Change{window.members, now, 0, {}, {}}));
            call.change = window.changes.back();
            call.change->missing = all_of(*call.change);
            window.members = now;
            call.entering = take_waiting(id, window, number);
        }
        call.change = window.changes[number - window.passed];
        take_part(*call.change, rank, window, number, position);
        forget_passed(window);
        return call;
    }
    Begun begin_outside(Rank rank, WindowId id, Position& position) {
        for (auto at = windows_.lower_bound({id, no_rank}); at != windows_.end() && at->first.first == id; ++at) {
            Window& window = at->second;
            for (std::size_t i = 0; i < window.changes.size(); ++i) {
                const std::shared_ptr<Change> change = window.changes[i];
                if (!enters(*change, rank)) continue;
                take_part(*change, rank, window, window.passed + i, position);
                forget_passed(window);
                return {change};
            }
        }
        position.waits = true;
        return {};
    }

    static std::size_t all_of(const Change& change) {
        auto all = static_cast<std::size_t>(change.before.size());
        for (Rank i = 0; i < change.now.size(); ++i) all += change.before.contains(change.now.member(i)) ? 0u : 1u;
        return all;
    }
    static bool enters(const Change& change, Rank rank) {
        return change.now.contains(rank) && !change.before.contains(rank) &&
               std::find(change.entered.begin(), change.entered.end(), rank) == change.entered.end();
    }
    static void take_part(Change& change, Rank rank, Window& window, std::uint64_t number, Position& position) {
        --change.missing;
        if (!change.before.contains(rank)) change.entered.push_back(rank);
        position = change.now.contains(rank) ? Position{&window, number + 1, false} : Position{};
    }
    std::vector<Rank> take_waiting(WindowId id, Window& window, std::uint64_t number) {
        Change& change = *window.changes.back();
        std::vector<Rank> entering;
        for (auto at = positions_.lower_bound({id, 0}); at != positions_.end() && at->first.first == id; ++at) {
            const Rank rank = at->first.second;
            if (!at->second.waits || !enters(change, rank)) continue;
            take_part(change, rank, window, number, at->second);
            entering.push_back(rank);
        }
        return entering;
    }
    static void forget_passed(Window& window) {
        for (; !window.changes.empty() && window.changes.front()->missing == 0; ++window.passed) {
            window.changes.pop_front();
        }
    }

    Rank ranks_;
    const Communicators* communicators_;
    std::map<WindowId, Rank> sizes_;
    std::map<std::pair<WindowId, Rank>, Window> windows_;      // by number and first member
    std::map<std::pair<WindowId, Rank>, Position> positions_;  // by number and rank
};

}  // namespace rmasim
