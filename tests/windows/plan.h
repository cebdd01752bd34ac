// A plan of windows that programs create, use and free. Each window belongs to the members of a communicator. Every
// rank executes its steps in the order of the plan, so a plan cannot deadlock. The world determines how far one rank is
// ahead of another.
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
    bool uses = true;     // true if fences use the windows
    bool locks = false;   // true if locks use the windows
    bool shared = false;  // If true, all windows are shared. If false, some windows are shared if there are nodes.
    bool nodes = false;
};
// Returns a plan with windows on overlapping communicators. The plan does not free windows in the order in which they
// are created.
Plan random_plan(std::uint64_t seed, const PlanOptions& options);

}  // namespace rmasim::windows_test
