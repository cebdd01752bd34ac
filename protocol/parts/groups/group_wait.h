// One side of POST-START-COMPLETE-WAIT: a wait for a message from each process of a group. It is the request array of
// the design, with an entry for each member. A message may arrive before the call that waits for it, for example a POST
// before START. Such a message is kept until the call.
#pragma once

#include "protocol/base/types.h"

#include <memory>
#include <vector>

namespace rmasim {

// A wait for a message from each process of a group.
class GroupWait {
public:
    // Starts a wait for a message from each rank of `group` (sorted). Messages that arrived early count.
    void open(Group group);
    // Sets the group for a call with NOCHECK, which waits for no messages.
    void open_complete(Group group);
    void close();

    // Records the arrival of the message of `rank`.
    void arrived(Rank rank);

    bool is_open() const { return state_ && state_->open; }
    bool complete() const { return missing() == 0; }
    std::size_t missing() const { return state_ ? state_->missing : 0; }
    Rank first_missing() const;  // no_rank if complete
    template <class Visit>
    void for_each_missing(Visit visit) const {
        for (std::size_t i = 0; i < group().size(); ++i) {
            if (!state_->received[i]) visit(group()[i]);
        }
    }
    bool contains(Rank rank) const { return index_of(rank) < group().size(); }
    // True if an open epoch, or one that will be opened, depends on `rank`: `rank` is in the open group, or its message
    // arrived early.
    bool concerns(Rank rank) const;
    const Group& group() const;

    std::size_t bytes() const;

private:
    struct State {
        bool open = false;
        std::size_t missing = 0;
        Group group;
        std::vector<bool> received;  // by index in `group`
        std::vector<Rank> early;     // senders of early messages
    };

    State& state();
    std::size_t index_of(Rank rank) const;  // group().size() if not a member

    std::unique_ptr<State> state_;  // null until first used: most windows never use POST and START
};

}  // namespace rmasim
