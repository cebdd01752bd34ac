#include "sim/checkers/diagnosis/cycle_fix.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

// The calls by which ranks wait for each other.
enum class Kind : std::uint8_t { locks, receives, sends, epochs, collectives, elements, others };

Kind kind_of(const Wait& wait) {
    if (wait.lock_of != no_rank) return Kind::locks;
    switch (wait.what) {
        case Awaited::message: return Kind::receives;
        case Awaited::receive:
        case Awaited::match:
        case Awaited::buffered: return Kind::sends;
        case Awaited::post:
        case Awaited::complete: return Kind::epochs;
        case Awaited::barrier:
        case Awaited::op_counts:
        case Awaited::window_info:
        case Awaited::reduction:
        case Awaited::collective: return Kind::collectives;
        case Awaited::operation_element:
        case Awaited::target_element:
        case Awaited::mutex: return Kind::elements;
        default: return Kind::others;
    }
}

}  // namespace

std::string fix_of_mixed_cycle() {
    return "on one of these ranks, make the call for which another rank waits before the call in which this rank waits";
}

std::string fix_of_cycle(std::span<const Wait> waits, const std::function<std::string_view(Call)>& name) {
    const auto all = [&](Kind kind) {
        return std::ranges::all_of(waits, [=](const Wait& wait) { return kind_of(wait) == kind; });
    };
    if (std::ranges::any_of(waits, [](const Wait& wait) { return kind_of(wait) == Kind::elements; })) return {};
    if (all(Kind::locks)) {
        return fmt::format("let all ranks lock their targets in the same order, for example by ascending rank, or call "
                           "{} for one target before {} for the next",
                           name(Call::unlock), name(Call::lock));
    }
    if (all(Kind::receives)) {
        return fmt::format("let one of these ranks send before it receives, or receive with {}, send, and then wait",
                           name(Call::irecv));
    }
    if (all(Kind::sends)) {
        return fmt::format("let one of these ranks receive before it sends, or send with {}, receive, and then wait",
                           name(Call::isend));
    }
    if (all(Kind::epochs)) {
        return fmt::format("let each of these ranks call {} before {}, and {} before {}", name(Call::post),
                           name(Call::start), name(Call::complete), name(Call::wait));
    }
    if (all(Kind::collectives)) return "let all ranks make their collective calls in the same order";
    return fix_of_mixed_cycle();
}

}  // namespace rmasim::sim
