#include "sim/mpi/explored/untimed_programs.h"

#include "protocol/base/call_table.h"
#include "sim/mpi/explored/program_orders.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstddef>

namespace rmasim::sim {

std::string UntimedPrograms::location_text(std::uint32_t location) const {
    return scenario_.programs[0][0].location_text(location);
}

OtherCallState UntimedPrograms::enter_other_call(Rank rank, ThreadId, OtherFunction function) {
    throw NotExplorable(fmt::format(
        "rank {} calls {} at {}: found a function in which ranks meet without packets; allowed: MPI_COMM_WORLD, "
        "MPI_COMM_SELF and their groups",
        rank, function.name, location_text(function.location)));
}

void UntimedPrograms::thread_started(Rank rank, ThreadId) {
    refusal_ = fmt::format("found a second thread of rank {}; allowed: one thread for each rank", rank);
}

void UntimedPrograms::window_created(const NewWindow& window) {
    std::vector<Rank> members;
    for (Rank comm_rank = 0; comm_rank < window.members->size(); ++comm_rank)
        members.push_back(window.members->member(comm_rank));
    if (window.shared) refusal_ = "found a window of MPI_Win_allocate_shared; allowed: windows that are not shared";
    checker_.window_created(window.number, window.name, window.nth, members, window.shared);
    orders_->window_created(window.number, window.nth, members);
}

void UntimedPrograms::window_freed_at(Rank rank, WindowId number) {
    const LiveSegment segment = orders_->programs().segment_of(rank, number);
    if (segment.dynamic) return;
    std::vector<std::byte> contents(segment.bytes.end - segment.bytes.begin);
    orders_->programs().peek(rank, number, 0, contents);
    std::uint64_t& digest = freed_windows_[static_cast<std::size_t>(rank)];
    digest = XXH3_64bits_withSeed(contents.data(), contents.size(), digest + number);
}

void UntimedPrograms::add_erroneous(Rank rank, ThreadId, std::string_view function, std::uint32_t location,
                                    const std::string& rule, std::string_view) {
    if (error_.empty()) error_ = fmt::format("rank {}: {} at {}: {}", rank, function, location_text(location), rule);
}

void UntimedPrograms::add_erroneous(Rank rank, ThreadId, std::uint32_t location, Call call, WindowId,
                                    const ErroneousProgram& error) {
    if (!error_.empty()) return;
    error_ =
        fmt::format("rank {}: {} at {}: {}", rank, description_of(call).mpi_name, location_text(location), error.rule);
}

Process& UntimedPrograms::process(Rank rank) { return orders_->process_of(rank); }

}  // namespace rmasim::sim
