// The registry of windows that programs create and free while they run (decision 0091). A new window gets the least
// number that is free at all its members. The window exists at all members as soon as the first member calls
// WIN_CREATE, because the packets of its BARRIER may arrive at any member. A number becomes free at a rank when the
// rank's own WIN_FREE has returned:
//
//     rank 0   WIN_FREE of 3 ... returns  |  WIN_CREATE with 1: 4
//     rank 1   WIN_FREE of 3 ..............................  returns  |  WIN_CREATE with 2: 3
//
// One registry serves all ranks of a run. Real processes would agree on a number by messages. In a simulated run, the
// numbers follow from the order of the simulated calls, so they are the same in every run.
//
// The code that executes a program's WIN_CREATE calls create() to get the number, sets the rank's segment in Memory,
// and begins WIN_CREATE in the protocol. If the family does not implement WIN_CREATE, the code begins a barrier of the
// communicator instead. The code calls freed() when WIN_FREE has returned. If the family does not implement WIN_FREE,
// the code calls freed() when the barrier that replaces WIN_FREE has returned.
#pragma once

#include "protocol/base/process.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace rmasim::sim {

inline constexpr WindowId max_windows = 60'000;  // maximum number of windows that a rank may have at the same time

class WindowRegistry final : public Communicators {
public:
    struct Ranks {
        Rank count = 0;
        std::function<Process&(Rank)> process;
        std::function<NodeRanks(Rank)> node_of;
    };
    // `communicators` has the communicators of barriers and messages, and must outlive this object. `communicators` is
    // null if there is only the communicator of all ranks.
    explicit WindowRegistry(Ranks ranks, const Communicators* communicators = nullptr);

    struct Wanted {
        std::uint64_t comm = 0;                    // a number that no other existing communicator has
        std::shared_ptr<const RankGroup> members;  // of the communicator
        bool shared = false;                       // true if the memory is shared (WIN_ALLOCATE_SHARED)
    };
    // Returns the window's number for a WIN_CREATE of `rank`. Raises ErroneousProgram if no number is free at all
    // members. Also raises ErroneousProgram if another thread of the rank is inside WIN_CREATE on the same
    // communicator.
    WindowId create(Rank rank, const Wanted& wanted);
    // Must be called when WIN_FREE has returned at `rank`.
    void freed(Rank rank, WindowId window);

    // made() returns the number of windows created so far in the run. nth() returns the number of windows that were
    // created before this window.
    std::uint32_t made() const { return made_; }
    std::uint32_t nth(Rank rank, WindowId window) const { return find(rank, window)->nth; }

    // True if the window's memory is shared. Memory::shared returns this value.
    bool is_shared(Rank rank, WindowId window) const;
    // The memory that the registry uses, in bytes.
    std::size_t bytes() const;

    const RankGroup& group_of(Rank rank, WindowId number) const override;
    std::optional<Neighbours> neighbours_of(Rank rank, WindowId number) const override;
    const RankGroup* window_group(Rank rank, WindowId window) const override;
    const RankGroup* node_group(Rank rank, WindowId window) const override;

private:
    // Those members of a window that are on one node, by communicator rank.
    struct OnNode {
        Rank first = 0;  // first rank of the node
        std::unique_ptr<GroupTable> table;
        std::unique_ptr<RankGroup> group;
    };
    struct Made {
        std::shared_ptr<const RankGroup> members;
        std::uint32_t nth = 0;
        bool of_all = false;
        bool shared = false;
        std::vector<OnNode> nodes;  // only for shared windows whose members are not all ranks
    };
    // A WIN_CREATE that some members of the communicator have called and other members have not. Before all members
    // have called it, no member can call the next WIN_CREATE on this communicator.
    struct Open {
        WindowId number = 0;
        Rank left = 0;             // number of members that have not called WIN_CREATE
        std::vector<bool> called;  // by communicator rank: true if the member has called it
    };
    // The window numbers in use at a rank, as a bit set.
    class Numbers {
    public:
        std::uint64_t word(std::size_t index) const { return index < words_.size() ? words_[index] : 0; }
        std::size_t full() const { return full_; }  // number of words before the first word with a free number
        void use(WindowId number);
        void give_back(WindowId number);
        std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

    private:
        std::vector<std::uint64_t> words_;
        std::size_t full_ = 0;
    };
    struct AtRank {
        Numbers numbers;
        std::vector<std::shared_ptr<const Made>> windows;  // by number; null if the number is free
    };

    WindowId make(const Wanted& wanted);
    WindowId min_free(const RankGroup& members) const;
    std::vector<OnNode> by_node(const RankGroup& members) const;
    bool are_all(const RankGroup& members) const;
    const Made* find(Rank rank, WindowId window) const;

    Ranks ranks_;
    const Communicators* communicators_;
    std::vector<AtRank> at_;              // by rank
    std::map<std::uint64_t, Open> open_;  // by communicator
    std::uint32_t made_ = 0;
};

}  // namespace rmasim::sim
