// The registry of windows that programs create and free while they run (decision 0091). A new window has the least
// number that is free at all its members. It exists at all of them as soon as the first one calls WIN_CREATE, because
// the packets of its BARRIER need it there. At a rank, the number is free again when the rank's own WIN_FREE has
// returned:
//
//     rank 0   WIN_FREE of 3 ... returns  |  WIN_CREATE with 1: 4
//     rank 1   WIN_FREE of 3 ..............................  returns  |  WIN_CREATE with 2: 3
//
// One registry serves all ranks of a run. Real processes would agree by messages. Here the order of the calls decides,
// so a run always has the same numbers.
//
// The executor of a program's WIN_CREATE calls `create` for the number, sets the rank's segment in Memory, and begins
// the call; in families without WIN_CREATE, a barrier of the communicator. After WIN_FREE, or the barrier instead of
// it, has returned, the executor calls `freed`.
#pragma once

#include "protocol/base/process.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace rmasim::sim {

inline constexpr WindowId max_windows = 60'000;  // at a rank, at the same time

class WindowRegistry final : public Communicators {
public:
    struct Ranks {
        Rank count = 0;
        std::function<Process&(Rank)> process;
        std::function<NodeRanks(Rank)> node_of;
    };
    // `communicators` are those of barriers and messages; null: there is only the communicator of all ranks. Outlives
    // this object.
    explicit WindowRegistry(Ranks ranks, const Communicators* communicators = nullptr);

    struct Wanted {
        std::uint64_t comm = 0;                    // distinguishes communicators that exist at the same time
        std::shared_ptr<const RankGroup> members;  // of the communicator
        bool shared = false;                       // the memory is shared (WIN_ALLOCATE_SHARED)
    };
    // Returns the window's number, for a WIN_CREATE of `rank`. Raises ErroneousProgram if no number is free at all
    // members, or if another thread of the rank is inside WIN_CREATE on the same communicator.
    WindowId create(Rank rank, const Wanted& wanted);
    // Must be called when WIN_FREE has returned at `rank`.
    void freed(Rank rank, WindowId window);

    // The number of windows created so far, and the number of those created before this window.
    std::uint32_t made() const { return made_; }
    std::uint32_t nth(Rank rank, WindowId window) const { return find(rank, window)->nth; }

    // True if the window's memory is shared, for Memory::shared.
    bool is_shared(Rank rank, WindowId window) const;
    // The memory of the registry itself, in bytes.
    std::size_t bytes() const;

    const RankGroup& group_of(Rank rank, WindowId number) const override;
    const RankGroup* window_group(Rank rank, WindowId window) const override;
    const RankGroup* node_group(Rank rank, WindowId window) const override;

private:
    // The members on one node, by communicator rank.
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
        std::vector<OnNode> nodes;  // of shared windows that not all ranks have
    };
    // A WIN_CREATE that some members have not called yet. Until then no member can call the next one on the
    // communicator.
    struct Open {
        WindowId number = 0;
        Rank left = 0;             // number of members that have not called it
        std::vector<bool> called;  // by communicator rank
    };
    // The numbers in use at a rank, one bit each.
    class Numbers {
    public:
        std::uint64_t word(std::size_t index) const { return index < words_.size() ? words_[index] : 0; }
        std::size_t full() const { return full_; }  // number of leading words that have no free number
        void use(WindowId number);
        void give_back(WindowId number);
        std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

    private:
        std::vector<std::uint64_t> words_;
        std::size_t full_ = 0;
    };
    struct AtRank {
        Numbers numbers;
        std::vector<std::shared_ptr<const Made>> windows;  // by number; null: the number is free
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
