#include "sim/checkers/trace/state_notes.h"

#include "protocol/base/call_table.h"
#include "sim/scenario/families/family.h"

#include <fmt/core.h>

namespace rmasim::sim {

void StateNotes::send_completed(const Packet& packet) {
    note(packet.source, "data sent: " + packets_of(scenario_).describe(packet));
}

void StateNotes::window_state(Rank rank, WindowId window, std::string_view from, std::string_view to) {
    note(rank, fmt::format("{}: {} -> {}", name(rank, window), from, to));
}

void StateNotes::exposure_state(Rank rank, WindowId window, std::string_view from, std::string_view to) {
    note(rank, fmt::format("{}: exposure {} -> {}", name(rank, window), from, to));
}

void StateNotes::target_state(Rank rank, WindowId window, Rank target, std::string_view from, std::string_view to) {
    note(rank, fmt::format("{}: target {} {} -> {}", name(rank, window), target, from, to));
}

void StateNotes::fall_back_began(Rank rank, WindowId window, Call call, WindowId needed_by) {
    note(rank, fmt::format("{}: LOCK_ALL falls back and requests the locks of all ranks, because {} on {} needs a "
                           "target element",
                           name(rank, window), name_of(call), name(rank, needed_by)));
}

void StateNotes::mem_sync(Rank rank, MemSync sync_point) {
    if (scenario_.platform.memory.leaves_out(sync_point)) return;
    note(rank, fmt::format("MEM_SYNC {}", name_of(sync_point)));
}

void StateNotes::lock_queued(Rank rank, WindowId window, Rank origin, LockType type) {
    note(rank, fmt::format("{}: {} lock of {} queued", name(rank, window), name_of(type), origin));
}

void StateNotes::lock_granted(Rank rank, WindowId window, Rank origin, LockType type) {
    note(rank, fmt::format("{}: {} lock granted to {}", name(rank, window), name_of(type), origin));
}

void StateNotes::lock_released(Rank rank, WindowId window, Rank origin) {
    note(rank, fmt::format("{}: lock released by {}", name(rank, window), origin));
}

void StateNotes::lock_data_dropped(Rank rank, WindowId window, Rank origin) {
    note(rank, fmt::format("{}: no buffer space for the data of rank {}'s lock request", name(rank, window), origin));
}

void StateNotes::counter_changed(const CounterChange& change) {
    trace_.counter_changed(change, name(change.owner, change.window), now(change.owner));
}

}  // namespace rmasim::sim
