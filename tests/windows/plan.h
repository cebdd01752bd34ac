// A plan of windows that programs create, use and free, each by the members of a communicator. Every rank executes its
// steps in the order of the plan, so no plan can deadlock. The world chooses how far one rank is ahead of another.
#pragma once

#include "protocol/base/group.h"

#include <memory>
#include <vector>

namespace rmasim::windows_test {

enum class Act : std::uint8_t { make, use_by_fence, use_by_lock, free };

struct Step {
    Act act = Act::make;
    std::uint32_t window = 0;  // index in Plan::windows
};

struct Comm {
    explicit Comm(std::vector<Rank> ranks)
        : table(std::make_shared<GroupTable>(ranks)), members(static_cast<Rank>(ranks.size()), *table) {}
    std::shared_ptr<GroupTable> table;
    RankGroup members;
};

struct PlannedWindow {
    std::size_t comm = 0;
    bool shared = false;
    std::uint32_t uses = 0;
};

struct Plan {
    explicit Plan(Rank ranks) : ranks(ranks), steps(static_cast<std::size_t>(ranks)) {}

    Rank ranks;
    std::vector<Comm> comms{};
    std::vector<PlannedWindow> windows{};
    std::vector<std::vector<Step>> steps;  // by rank

    std::uint32_t make(std::size_t comm, bool shared = false);
    void use(std::uint32_t window, Act how);
    void free(std::uint32_t window) { append({Act::free, window}); }

private:
    void append(Step step);
};

struct PlanOptions {
    std::uint32_t windows = 0;
    bool uses = true;     // by fences, ...
    bool locks = false;   // ... and by locks
    bool shared = false;  // all windows are shared; otherwise some, if there are nodes
    bool nodes = false;
};
// Returns a plan with windows on overlapping communicators, freed in another order than created.
Plan random_plan(std::uint64_t seed, const PlanOptions& options);

}  // namespace rmasim::windows_test
