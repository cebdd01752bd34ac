// What the checker needs to know about a world.
#pragma once

#include "sim/machine/memory/window_memory.h"
#include "sim/scenario/families/family.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim::check {

struct CheckerContext {
    Rank ranks = 1;
    std::vector<std::string> windows;  // their names
    const Family* family = &default_family();
    std::shared_ptr<const ProtocolSettings> protocol = family->default_settings();
    std::vector<bool> shared{};  // by window: the ranks of a node access it directly
    Rank ranks_per_node = 1;
    std::vector<PerRank> disp_units{};                 // by window; those that are missing are 1
    std::vector<bool> private_memory{};                // by window, then by buffer: it is not from MPI_ALLOC_MEM
    const CommunicatorTable* communicators = nullptr;  // null: only that of all ranks

    CheckedRules rules() const { return family->rules(*protocol); }
    WindowId window_count() const { return static_cast<WindowId>(windows.size()); }
    bool is_direct(Rank rank, Rank target, WindowId window) const {
        return window < shared.size() && shared[window] && rank / ranks_per_node == target / ranks_per_node;
    }
    // Data of an operation at its origin.
    bool is_private(const OriginBuffer& buffer) const {
        const std::optional<SpaceId> space = window_of(buffer);
        return !space || (*space < private_memory.size() && private_memory[*space]);
    }
    std::uint32_t disp_unit(Rank owner, WindowId window) const {
        return window < disp_units.size() ? static_cast<std::uint32_t>(disp_units[window].of(owner)) : 1;
    }
    // Null: the window is of all ranks.
    const Split* split_of(WindowId window) const {
        return communicators == nullptr ? nullptr : communicators->split_of_window(window);
    }
    // Those that have the window of a rank that has a part of it.
    RankGroup members(Rank rank, WindowId window) const {
        const Split* const split = split_of(window);
        return split == nullptr ? RankGroup(ranks) : *split->group_of(rank);
    }

    // A dense index for a rank and a window.
    std::size_t place(Rank rank, WindowId window) const {
        return static_cast<std::size_t>(rank) * windows.size() + window;
    }
    std::size_t places() const { return static_cast<std::size_t>(ranks) * windows.size(); }
};

CheckerContext context_of(const Scenario& scenario);

}  // namespace rmasim::sim::check
