// One side of POST-START-COMPLETE-WAIT: a message awaited from each process of a group. It is the design's request
// array, as large as the group. A message may come before its call (a POST before START): it is kept and found then.
#pragma once

#include "protocol/base/types.h"

#include <memory>
#include <vector>

namespace rmasim {

class GroupWait {
public:
    // Begins to await a message from each of `group`, sorted; those that have come already count.
    void open(Group group);
    // As `open`, but nothing has to come (NOCHECK): the group is only remembered.
    void open_complete(Group group);
    void close();

    // The message of `rank` is here.
    void arrived(Rank rank);

    bool is_open() const { return state_ && state_->open; }
    bool complete() const { return missing() == 0; }
    std::size_t missing() const { return state_ ? state_->missing : 0; }
    Rank first_missing() const;  // no_rank when complete
    template <class Visit>
    void for_each_missing(Visit visit) const {
        for (std::size_t i = 0; i < group().size(); ++i) {
            if (!state_->has_come[i]) visit(group()[i]);
        }
    }
    bool contains(Rank rank) const { return index_of(rank) < group().size(); }
    // The epoch that awaits `rank` is not over: it is open, or the message came early and waits for it to begin.
    bool concerns(Rank rank) const;
    const Group& group() const;

    std::size_t bytes() const;

private:
    struct State {
        bool open = false;
        std::size_t missing = 0;
        Group group;
        std::vector<bool> has_come;  // by position in the group
        std::vector<Rank> early;     // messages that nobody awaited yet
    };

    State& state();
    std::size_t index_of(Rank rank) const;  // group().size() when it is not a member

    std::unique_ptr<State> state_;  // none before the first use: most windows never see this mode
};

}  // namespace rmasim
