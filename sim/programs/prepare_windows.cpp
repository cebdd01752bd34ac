// Prepares calls on synchronisation counters, on the group of a window, and on attached memory.
#include "protocol/base/call_table.h"
#include "sim/programs/call_preparation.h"
#include "sim/scenario/model/limits.h"

#include <fmt/format.h>

namespace rmasim::sim {

// ---- Synchronisation counters.

// The handles are stored in a variable, or in the first elements of an array.
void CallPreparation::fill(const AllocateCountersInstruction& allocate) {
    auto more = std::make_shared<RequestArguments>();
    more->count = evaluate_within(allocate.number, "n", limits::counters.min, limits::counters.max);
    const std::int64_t room = allocate.handles.whole_array ? allocate.handles.element.length : 1;
    if (more->count > room) reject("n", std::to_string(more->count), "at most " + std::to_string(room));
    const Slot first = slot_of(allocate.handles, "as");
    for (std::int64_t i = 0; i < more->count; ++i) {
        more->names.push_back(variable_buffer(thread_.number, static_cast<Slot>(first + i)));
    }
    call_.more = std::move(more);
}

void CallPreparation::fill(const FreeCountersInstruction& free) {
    auto more = std::make_shared<RequestArguments>();
    for (const Expression& expression : free.counters.expressions) {
        more->handles.push_back(static_cast<std::uint64_t>(evaluate(expression, "counters")));
    }
    more->names = names_of(free.counters);
    call_.more = std::move(more);
}

void CallPreparation::fill(const SignalingRequestInstruction& init) {
    auto more = std::make_shared<RequestArguments>();
    more->modes = init.modes;
    more->restart = init.restart;
    more->handle = static_cast<std::uint64_t>(evaluate(init.counter, "counter"));
    call_.more = std::move(more);
    set_new_request(init.request);
    set_target(init.target);
}

void CallPreparation::fill(const CounterRequestInstruction& init) {
    auto more = std::make_shared<RequestArguments>();
    more->restart = init.restart;
    more->handle = static_cast<std::uint64_t>(evaluate(init.counter, "counter"));
    more->count = evaluate_within(init.signals, "count", 0, INT64_MAX);
    call_.more = std::move(more);
    set_new_request(init.request);
}

// ---- The group of a window.

namespace {

bool have_a_member_in_common(const RankGroup& one, const RankGroup& other) {
    for (Rank comm_rank = 0; comm_rank < one.size(); ++comm_rank) {
        if (other.contains(one.member(comm_rank))) return true;
    }
    return false;
}

}  // namespace

// Returns the communicator that the window gets, or null for all ranks. A rank that leaves the window may be in no
// communicator with the given name. The function then returns the communicator of this name that contains present
// members of the window.
const RankGroup* CallPreparation::new_group(const ChangeCommInstruction& change) const {
    if (change.comm == no_window) {
        return scenario_.windows[change.window].changes_comm
                   ? scenario_.communicators->first_group(thread_.rank, change.window)
                   : window_members_;
    }
    const Split& split = scenario_.communicators->numbered(change.comm);
    if (const RankGroup* const own = split.group_of(thread_.rank)) return own;
    const RankGroup* found = nullptr;
    std::size_t count = 0;
    for (std::size_t i = 0; i < split.count(); ++i) {
        if (!have_a_member_in_common(split.group(i), *window_members_)) continue;
        found = &split.group(i);
        ++count;
    }
    if (count == 1) return found;
    reject("comm", fmt::format("\"{}\"", split.name()),
           fmt::format("a communicator that the rank is in, or the only one with ranks of the window, of which there "
                       "are {}: rank {} {}",
                       count, thread_.rank, split.absence_text()));
}

void CallPreparation::fill(const ChangeCommInstruction& change) {
    auto more = std::make_shared<RequestArguments>();
    const RankGroup* const group = new_group(change);
    const Rank all = group == nullptr ? scenario_.ranks : group->size();
    more->new_size = change.new_size ? static_cast<Rank>(evaluate_within(*change.new_size, "ranks", 1, all)) : all;
    if (change.comm != no_window) more->new_group = group;
    const WindowSettings& window = scenario_.windows[change.window];
    const WindowId comm = change.comm != no_window ? change.comm : window.changes_comm ? no_window : window.comm;
    call_.target = group == nullptr ? interpreter_.rank_argument(thread_, at_, change.peer, "peer")
                                    : interpreter_.member_at(thread_, at_, change.peer, "peer", *group, comm, false);
    call_.more = std::move(more);
}

// ---- Attached memory.

void CallPreparation::fill(const AttachInstruction& attach) {
    const AttachedMemory& memory = attach.memory;
    if (interpreter_.window_comms_) (void)interpreter_.window_members(thread_, at_, memory.space, "over");
    interpreter_.require_exists(thread_, at_, thread_.rank, memory.space);
    const auto room = static_cast<std::int64_t>(scenario_.space(memory.space).bytes.of(thread_.rank));
    const std::int64_t first = evaluate_within(memory.first, "over.disp", 0, room);
    auto more = std::make_shared<RequestArguments>();
    more->memory = window_buffer(memory.space, first, 0);
    if (at_.call == Call::win_attach) {
        const std::int64_t bytes = memory.bytes ? evaluate_within(*memory.bytes, "bytes", 1, INT64_MAX) : room - first;
        if (bytes == 0 || bytes > room - first) {
            reject(memory.bytes ? "bytes" : "over", fmt::format("{} bytes from byte {} on", bytes, first),
                   fmt::format("at least one byte, inside the {}'s {} bytes",
                               kind_of_space(scenario_.windows, memory.space), room));
        }
        more->memory_bytes = static_cast<std::uint64_t>(bytes);
    }
    call_.more = std::move(more);
}

}  // namespace rmasim::sim
