// One side of POST-START-COMPLETE-WAIT: waits for a message from each process of a group. This is the design's request
// array, as large as the group. A message that arrives before its call (a POST before START) is kept until the call.
#pragma once

#include "protocol/base/types.h"

#include <memory>
#include <vector>

namespace rmasim {

class GroupWait {
public:
    // Starts waiting for a message from each rank of `group` (sorted); messages that arrived early count.
    void open(Group group);
    // Like `open`, but without waiting for messages (NOCHECK): only remembers the group.
    void open_complete(Group group);
    void close();

    // The message of `rank` has arrived.
    void arrived(Rank rank);

    bool is_open() const { return state_ && state_->open; }
    bool complete() const { return missing() == 0; }
    std::size_t missing() const { return state_ ? state_->missing : 0; }
    Rank first_missing() const;  // no_rank if complete
    template <class Visit>
    void for_each_missing(Visit visit) const {
        for (std::size_t i = 0; i < group().size(); ++i) {
            if (!state_->has_come[i]) visit(group()[i]);
        }
    }
    bool contains(Rank rank) const { return index_of(rank) < group().size(); }
    // `rank` matters to an epoch that is not over: the open one has it in its group, or its message came early.
    bool concerns(Rank rank) const;
    const Group& group() const;

    std::size_t bytes() const;

private:
    struct State {
        bool open = false;
        std::size_t missing = 0;
        Group group;
        std::vector<bool> has_come;  // by position in the group
        std::vector<Rank> early;     // senders of messages that no call awaits yet
    };

    State& state();
    std::size_t index_of(Rank rank) const;  // group().size() if not a member

    std::unique_ptr<State> state_;  // null until first used: most windows never see this mode
};

}  // namespace rmasim
