// One side of POST-START-COMPLETE-WAIT: a message awaited from each process of a group. It is the design's request
// array, as large as the group. A message may come before its call (a POST before START): it is kept and found then.
#pragma once

#include "protocol/base/types.h"

#include <vector>

namespace rmasim::newrma {

using Group = std::vector<Rank>;

class GroupWait {
public:
    // Begins to await a message from each of `group`, sorted; those that have come already count.
    void open(Group group);
    // As `open`, but nothing has to come (NOCHECK): the group is only remembered.
    void open_complete(Group group);
    void close();

    // The message of `rank` is here.
    void arrived(Rank rank);

    bool is_open() const { return open_; }
    bool complete() const { return missing_ == 0; }
    std::size_t missing() const { return missing_; }
    Rank first_missing() const;  // no_rank when complete
    template <class Visit>
    void for_each_missing(Visit visit) const {
        for (std::size_t i = 0; i < group_.size(); ++i) {
            if (!has_come_[i]) visit(group_[i]);
        }
    }
    bool contains(Rank rank) const;
    // The epoch that awaits `rank` is not over: it is open, or the message came early and waits for it to begin.
    bool concerns(Rank rank) const;
    const Group& group() const { return group_; }

    std::size_t bytes() const {
        return (group_.capacity() + early_.capacity()) * sizeof(Rank) + has_come_.capacity() / 8;
    }

private:
    std::size_t index_of(Rank rank) const;  // group_.size() when it is not a member

    bool open_ = false;
    std::size_t missing_ = 0;
    Group group_;
    std::vector<bool> has_come_;  // by position in the group
    std::vector<Rank> early_;     // messages that nobody awaited yet
};

}  // namespace rmasim::newrma
