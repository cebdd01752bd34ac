#include "sim/machine/platform/shapes.h"

#include "sim/scenario/json/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace rmasim::sim {

namespace {

// The maximum number of nodes and switches. SimGrid counts them in `int`, and each of them is an object of about a
// kilobyte.
constexpr std::int64_t max_parts = std::int64_t{1} << 24;

std::int64_t divide_up(std::int64_t dividend, std::int64_t divisor) { return (dividend + divisor - 1) / divisor; }

std::int64_t square_root_up(std::int64_t n) {
    std::int64_t root = 1;
    while (root * root < n) ++root;
    return root;
}

// Returns the product of positive factors, or max_parts + 1 if the product is larger than max_parts. Does not overflow.
std::int64_t product(std::span<const std::int64_t> factors) {
    std::int64_t result = 1;
    for (const std::int64_t factor : factors) {
        if (result > max_parts / factor) return max_parts + 1;
        result *= factor;
    }
    return result;
}

void check_room(const char* location, std::span<const std::int64_t> shape, std::int64_t nodes) {
    const bool positive = std::all_of(shape.begin(), shape.end(), [](std::int64_t part) { return part > 0; });
    const std::int64_t room = positive ? product(shape) : 0;
    if (room < nodes || room > max_parts) {
        throw BadInput(
            location, fmt::format("{} (room for {} nodes)", fmt::join(shape, " x "), room),
            fmt::format("positive numbers with a product from {} (the number of nodes that the ranks need) to {}",
                        nodes, max_parts));
    }
}

template <class To>
std::vector<To> narrowed(std::span<const std::int64_t> numbers) {
    std::vector<To> result;
    for (const std::int64_t number : numbers) result.push_back(static_cast<To>(number));
    return result;
}

void check_levels(const PlatformSettings& settings) {
    const std::size_t levels = settings.fat_tree_down.size();
    if (settings.fat_tree_up.size() != levels || settings.fat_tree_links.size() != levels) {
        throw BadInput("platform.fat_tree",
                       fmt::format("{}, {} and {} levels in \"down\", \"up\" and \"links\"", levels,
                                   settings.fat_tree_up.size(), settings.fat_tree_links.size()),
                       "the same number of levels in all three");
    }
}

// Checks the number of switches of each level k: up[0] ... up[k] * down[k + 1] ... down[last].
void check_switches(const PlatformSettings& settings) {
    std::vector<std::int64_t> factors = settings.fat_tree_down;
    for (std::size_t level = 0; level < factors.size(); ++level) {
        factors[level] = settings.fat_tree_up[level];
        std::vector<std::int64_t> links = factors;
        links.push_back(settings.fat_tree_links[level]);
        check_room("platform.fat_tree.up", links, 1);
    }
}

}  // namespace

TorusShape torus_shape(const PlatformSettings& settings, std::int64_t nodes) {
    std::vector<std::int64_t> shape = settings.torus_dimensions;
    if (shape.empty()) {
        const std::int64_t width = square_root_up(nodes);
        shape = {width, divide_up(nodes, width)};
    }
    check_room("platform.torus.dimensions", shape, nodes);
    return narrowed<unsigned long>(shape);
}

FatTreeShape fat_tree_shape(const PlatformSettings& settings, std::int64_t nodes) {
    if (settings.fat_tree_down.empty()) {
        const std::int64_t width = square_root_up(nodes);
        const auto nodes_per_switch = static_cast<unsigned>(width);
        const auto switches = static_cast<unsigned>(divide_up(nodes, width));
        check_room("platform.fat_tree", std::vector<std::int64_t>{nodes_per_switch, switches}, nodes);
        return {{nodes_per_switch, switches}, {1, nodes_per_switch}, {1, 1}};
    }
    check_levels(settings);
    check_room("platform.fat_tree.down", settings.fat_tree_down, nodes);
    check_switches(settings);
    return {narrowed<unsigned>(settings.fat_tree_down), narrowed<unsigned>(settings.fat_tree_up),
            narrowed<unsigned>(settings.fat_tree_links)};
}

DragonflyShape dragonfly_shape(const PlatformSettings& settings, std::int64_t nodes) {
    std::vector<std::int64_t> shape = settings.dragonfly;
    if (shape.empty()) {
        constexpr std::int64_t nodes_per_blade = 4, chassis = 2;
        const std::int64_t blades = square_root_up(divide_up(nodes, nodes_per_blade * chassis));
        shape = {divide_up(nodes, nodes_per_blade * chassis * blades), chassis, blades, nodes_per_blade};
    }
    if (shape.size() != 4) {
        throw BadInput("platform.dragonfly", fmt::format("{} numbers", shape.size()),
                       "4 numbers: groups, chassis per group, blades per chassis, nodes per blade");
    }
    check_room("platform.dragonfly", shape, nodes);
    if (shape[0] > shape[2]) {
        throw BadInput("platform.dragonfly.groups", fmt::format("{} groups of {} blades a chassis", shape[0], shape[2]),
                       "at most as many groups as a chassis has blades: each blade holds the link to one group");
    }
    // Every pair of blades in a chassis has a link. Every pair of chassis in a group has a link for each blade.
    check_room("platform.dragonfly", std::vector<std::int64_t>{shape[0], shape[1], shape[2], shape[1] + shape[2]}, 1);
    const auto parts = narrowed<unsigned>(shape);
    return {parts[0], parts[1], parts[2], parts[3]};
}

unsigned links_of_nearest(const FatTreeShape& shape) {
    const auto branching = std::find_if(shape.down.begin(), shape.down.end(), [](unsigned down) { return down > 1; });
    const std::ptrdiff_t level = branching == shape.down.end() ? 0 : branching - shape.down.begin();
    return 2 * (static_cast<unsigned>(level) + 1);
}

unsigned links_of_nearest(const DragonflyShape& shape) { return shape.nodes > 1 ? 2 : 3; }

}  // namespace rmasim::sim
