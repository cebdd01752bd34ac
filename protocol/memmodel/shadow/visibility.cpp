#include "protocol/memmodel/shadow/visibility.h"

#include <algorithm>

namespace rmasim::memmodel {

void Visibility::created(Rank rank, WindowId window, const NewSegment& segment) {
    Part& part = shadow_.part(rank, window);
    part = {};
    part.exists = true;
    part.memory = segment.memory;
    part.bytes = segment.bytes;
    part.base = segment.dynamic ? segment.base : segment.bytes.begin;
    part.dynamic = segment.dynamic;
    part.unified = segment.unified;
    part.only_thread = threads_.only_of(rank);
    shadow_.note_overlaps(rank, window);
    Window& all = windows_.of(rank, window);
    all.disp_units.resize(setup_.threads.size(), 1);
    all.disp_units[at(rank)] = segment.disp_unit;
    all.in_any_order |= segment.in_any_order;
    all.same_op |= segment.same_op;
}

void Visibility::synchronise_public(Rank rank, WindowId window, const Moment& moment) {
    const Part& part = shadow_.part(rank, window);
    const bool has_copies = part.asked && (setup_.model == Model::separate || setup_.notes);
    if (part.unified || has_copies) shadow_.synchronise_public(rank, window, moment);
}

void Visibility::order_memory(Rank rank, ThreadState& thread) {
    if (!shadow_.part(rank, thread.window).unified) return;
    shadow_.order_memory(rank, thread.window, thread.clock.point());
}

void Visibility::order_memory(Rank rank, WindowId window, const Moment& moment) {
    if (shadow_.part(rank, window).unified) shadow_.order_memory(rank, window, moment);
}

void Visibility::synchronise_private(Rank rank, WindowId window, const Moment& moment) {
    if (setup_.model == Model::unified && !shadow_.part(rank, window).unified) return;
    // Some unfinished operations end at an earlier moment: FENCE with NOPRECEDE may return before they have ended, and
    // UNLOCK_ALL ends operations that have yet to reach their target.
    const Window& on = windows_.of(rank, window);
    const bool none = std::ranges::all_of(on.fences, [](const auto& round) { return round->spans.empty(); });
    const bool settled = none && on.pending[at(rank)] == 0;
    shadow_.synchronise_private(rank, window, moment, settled);
}

}  // namespace rmasim::memmodel
