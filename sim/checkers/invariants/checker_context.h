// The properties of a simulated machine and its program that the invariant checker needs.
#pragma once

#include "sim/machine/memory/window_memory.h"
#include "sim/scenario/families/family.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim::check {

struct CheckerContext {
    Rank ranks = 1;
    std::vector<std::string> windows;  // names of the windows
    const Family* family = &default_family();
    std::shared_ptr<const ProtocolSettings> protocol = family->settings.defaults();
    std::vector<bool> shared{};  // by window: true if the ranks of a node access the window directly
    Rank ranks_per_node = 1;
    std::vector<PerRank> disp_units{};             // by window; a window beyond the end of the list has unit 1
    std::vector<bool> private_memory{};            // windows, then buffers: true if not allocated by MPI_ALLOC_MEM
    const Communicators* communicators = nullptr;  // null: all windows belong to all ranks
    const Memory* memory = nullptr;                // holds the windows that programs create during the run; else null

    CheckedRules rules() const { return family->processes.rules(*protocol); }
    WindowId window_count() const { return static_cast<WindowId>(windows.size()); }
    bool is_direct(Rank rank, Rank target, WindowId window) const {
        return window < shared.size() && shared[window] && rank / ranks_per_node == target / ranks_per_node;
    }
    // True if `buffer`, the buffer of an operation at its origin, is in private memory.
    bool is_private(const OriginBuffer& buffer) const {
        const std::optional<SpaceId> space = window_of(buffer);
        return !space || (*space < private_memory.size() && private_memory[*space]);
    }
    std::uint32_t disp_unit(Rank owner, WindowId window) const {
        if (memory != nullptr) return memory->shape(owner, window).disp_unit;
        return window < disp_units.size() ? static_cast<std::uint32_t>(disp_units[window].of(owner)) : 1;
    }
    // Returns the members of the communicator to which this window of `rank` belongs. Returns null if all ranks are
    // members.
    const RankGroup* group(Rank rank, WindowId window) const {
        return communicators == nullptr ? nullptr : communicators->window_group(rank, window);
    }
    RankGroup members(Rank rank, WindowId window) const {
        const RankGroup* const some = group(rank, window);
        return some == nullptr ? RankGroup(ranks) : *some;
    }
};

CheckerContext context_of(const Scenario& scenario);

}  // namespace rmasim::sim::check
