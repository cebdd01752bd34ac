// Windows that programs make and free while they run (decision 0091). A new window takes the least number that is free
// at all its members, and is at all of them as soon as the first one calls WIN_CREATE, because its BARRIER must find
// it. At a rank the number is free again when the rank's own WIN_FREE has returned:
//
//     rank 0   WIN_FREE of 3 ... returns  |  WIN_CREATE with 1: 4
//     rank 1   WIN_FREE of 3 ..............................  returns  |  WIN_CREATE with 2: 3
//
// One registry serves all ranks of a run. Real processes would agree by messages; here the order of the calls decides,
// so a run gives the same numbers each time.
//
// Whoever executes a program's WIN_CREATE asks `create` for the number, tells Memory of the rank's part, and begins the
// call; in families without WIN_CREATE, a barrier of the communicator. When WIN_FREE, or the barrier in its place, has
// returned, it calls `freed`.
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
    // `communicators`: those of barriers and messages; null: there is only that of all ranks. It outlives this.
    explicit WindowRegistry(Ranks ranks, const Communicators* communicators = nullptr);

    struct Wanted {
        std::uint64_t comm = 0;                    // tells communicators apart that exist at the same time
        std::shared_ptr<const RankGroup> members;  // of the communicator
        bool shared = false;                       // WIN_ALLOCATE_SHARED: the memory
    };
    // `rank` calls WIN_CREATE: the window's number. Raises ErroneousProgram if none is free at all members.
    WindowId create(Rank rank, const Wanted& wanted);
    // WIN_FREE has returned at `rank`.
    void freed(Rank rank, WindowId window);

    // How many were made so far, and how many had been before this one.
    std::uint32_t made() const { return made_; }
    std::uint32_t nth(Rank rank, WindowId window) const { return find(rank, window)->nth; }

    // For Memory::shared.
    bool is_shared(Rank rank, WindowId window) const;
    // Of the registry itself.
    std::size_t bytes() const;

    const RankGroup& group_of(Rank rank, WindowId number) const override;
    const RankGroup* window_group(Rank rank, WindowId window) const override;
    const RankGroup* node_group(Rank rank, WindowId window) const override;

private:
    // The members on one node, by place.
    struct OnNode {
        Rank first = 0;  // of the node
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
    // A WIN_CREATE that some members have not called yet. Nobody calls the next one on the communicator before.
    struct Open {
        WindowId number = 0;
        Rank left = 0;             // so many have not called it
        std::vector<bool> called;  // by place
    };
    // Which numbers are in use at a rank, a bit each.
    class Numbers {
    public:
        std::uint64_t word(std::size_t place) const { return place < words_.size() ? words_[place] : 0; }
        std::size_t full() const { return full_; }  // words from the first on that have no free number
        void use(WindowId number);
        void give_back(WindowId number);
        std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

    private:
        std::vector<std::uint64_t> words_;
        std::size_t full_ = 0;
    };
    struct AtRank {
        Numbers numbers;
        std::vector<std::shared_ptr<const Made>> windows;  // by number; null: it is free
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
