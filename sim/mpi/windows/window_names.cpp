// The names of windows in reports, and the note on windows that a program does not free.
#include "protocol/base/rank_list.h"
#include "sim/mpi/program_world.h"
#include "sim/mpi/windows/window_promises.h"
#include "sim/timed/rule_links.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

std::string ProgramWorld::window_name(Rank rank, WindowId number) const {
    for (const auto& [key, window] : states_[static_cast<std::size_t>(rank)].windows) {
        if (window.number == number && !window.name.empty()) return window.name;
    }
    return name_of(rank, number);
}

std::string ProgramWorld::function_of(const Thread& thread) const {
    const char* const name = states_[static_cast<std::size_t>(thread.rank)].threads[thread.number].inside.function;
    return name == nullptr ? std::string() : std::string(name);
}

// Records the windows that the calling rank has not freed when it calls MPI_Finalize.
void ProgramWorld::note_unfreed() {
    for (const auto& [key, window] : self().windows) {
        Unfreed& unfreed = unfreed_[registry_->nth(rank(), window.number)];
        if (unfreed.ranks.empty()) {
            unfreed.name = window_name(rank(), window.number);
            unfreed.creation = window.creation;
        }
        unfreed.ranks.push_back(rank());
    }
}

void ProgramWorld::add_unfreed(RunResult& result) {
    for (auto& [nth, one] : unfreed_) {
        std::sort(one.ranks.begin(), one.ranks.end());
        const WindowCreation::Given& made = one.creation->first;
        result.notes.push_back(fmt::format("window \"{}\" of {} at {} is not freed at MPI_Finalize of {}; {}", one.name,
                                           made.caller.function, location_text(made.caller), text_of_ranks(one.ranks),
                                           fix_and_link_of("not_freed")));
    }
}

}  // namespace rmasim::sim
