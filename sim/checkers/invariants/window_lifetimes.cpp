#include "sim/checkers/invariants/window_lifetimes.h"

#include <algorithm>

namespace rmasim::sim::check {

WindowLifetimes::WindowLifetimes(const CheckerContext& context, Findings& findings)
    : context_(context), findings_(findings), lifetimes_(context.ranks, context.window_count()) {}

void WindowLifetimes::sent(const Packet& packet) {
    if (!is_window(packet.window)) return;
    const std::uint32_t of_source = at(packet.source, packet.window).ended;
    Life& target = at(packet.target, packet.window);
    if (of_source > target.ended) ++target.early;
    else ++target.due;
    if (of_source >= target.ended) return;
    findings_.add(Invariant::window_kept, "rank {} sends {} to rank {}, where win_free of window {} has returned",
                  packet.source, context_.family->packets().name(packet.type()), packet.target,
                  context_.windows[packet.window]);
}

void WindowLifetimes::delivered(const Packet& packet) {
    if (is_window(packet.window)) --at(packet.target, packet.window).due;
}

void WindowLifetimes::window_created(WindowId window, std::uint32_t life, const std::vector<Rank>& members) {
    lifetimes_.make_room(window + std::size_t{1});
    for (const Rank rank : members) at(rank, window) = {.ended = life};
}

void WindowLifetimes::freed(Rank rank, WindowId window) {
    Life& life = at(rank, window);
    if (life.due > 0) {
        findings_.add(
            Invariant::window_kept,
            "win_free of window {} returns at rank {} while {} packets of the window to this rank are in flight",
            context_.windows[window], rank, life.due);
    }
    if (life.elements != 0) {
        findings_.add(Invariant::elements_conserved,
                      "win_free of window {} returns at rank {} while {} elements of the window are in use",
                      context_.windows[window], rank, life.elements);
    }
    ++life.ended;
    life.due += life.early;
    life.early = 0;
}

void WindowLifetimes::reset() { std::fill(lifetimes_.begin(), lifetimes_.end(), Life{}); }

}  // namespace rmasim::sim::check
