#include "sim/mpi/objects/context_ids.h"

#include <algorithm>

namespace rmasim::mpi {

ContextIds::Use ContextIds::use(int process, int id) const {
    const auto& uses = uses_[static_cast<std::size_t>(process)];
    const auto index = static_cast<std::size_t>(id);
    return index < uses.size() ? uses[index] : Use{};
}

// All members of a communicator have the same list of its processes, so pointers suffice.
bool ContextIds::is_free(std::span<const int> processes, int id, const Processes& last) const {
    return std::all_of(processes.begin(), processes.end(), [&](int process) {
        const Use found = use(process, id);
        return !found.now && found.processes == last;
    });
}

int ContextIds::agree(std::span<const int> processes) {
    for (int id = 0;; ++id) {
        Processes list = use(processes.front(), id).processes;
        if (list != nullptr && !std::equal(list->begin(), list->end(), processes.begin(), processes.end())) continue;
        if (!is_free(processes, id, list)) continue;
        if (list == nullptr) list = std::make_shared<const std::vector<int>>(processes.begin(), processes.end());
        for (const int process : processes) {
            auto& uses = uses_[static_cast<std::size_t>(process)];
            const auto index = static_cast<std::size_t>(id);
            if (uses.size() <= index) uses.resize(index + 1);
            uses[index] = {list, true};
        }
        return id;
    }
}

void ContextIds::free(int process, int id) {
    uses_[static_cast<std::size_t>(process)][static_cast<std::size_t>(id)].now = false;
}

bool ContextIds::is_used(int process, int id) const { return use(process, id).now; }

}  // namespace rmasim::mpi
