#include "sim/checkers/invariants/lives.h"

#include <algorithm>

namespace rmasim::sim::check {

Lives::Lives(const Setting& setting, Findings& findings)
    : setting_(setting), findings_(findings), lives_(setting.places()) {}

void Lives::sent(const Packet& packet) {
    if (!is_window(packet.window)) return;
    const std::uint32_t of_source = at(packet.source, packet.window).ended;
    Life& target = at(packet.target, packet.window);
    if (of_source > target.ended) ++target.early;
    else ++target.due;
    if (of_source >= target.ended) return;
    findings_.add(Invariant::window_kept, "rank {} sends {} to rank {}, where win_free of window {} has returned",
                  packet.source, setting_.family->packets().name(packet.type()), packet.target,
                  setting_.windows[packet.window]);
}

void Lives::delivered(const Packet& packet) {
    if (is_window(packet.window)) --at(packet.target, packet.window).due;
}

void Lives::freed(Rank rank, WindowId window) {
    Life& life = at(rank, window);
    if (life.due > 0) {
        findings_.add(Invariant::window_kept,
                      "win_free of window {} returns at rank {}, and {} of its packets to this rank are on their way",
                      setting_.windows[window], rank, life.due);
    }
    if (life.elements != 0) {
        findings_.add(Invariant::elements_conserved,
                      "win_free of window {} returns at rank {}, and {} of its elements are in use",
                      setting_.windows[window], rank, life.elements);
    }
    ++life.ended;
    life.due += life.early;
    life.early = 0;
}

void Lives::reset() { std::fill(lives_.begin(), lives_.end(), Life{}); }

}  // namespace rmasim::sim::check
