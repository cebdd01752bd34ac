#include "sim/programs/mutex_table.h"

namespace rmasim::sim {

bool MutexTable::ask(Rank rank, MutexId mutex) {
    Mutex& asked = mutexes_[mutex];
    if (asked.holder == no_rank) {
        asked.holder = rank;
        return true;
    }
    asked.line.push_back(rank);
    return false;
}

Rank MutexTable::give_back(MutexId mutex) {
    const auto at = mutexes_.find(mutex);
    Mutex& given = at->second;
    if (given.line.empty()) {
        mutexes_.erase(at);
        return no_rank;
    }
    given.holder = given.line.front();
    given.line.pop_front();
    return given.holder;
}

Rank MutexTable::holder(MutexId mutex) const {
    const auto at = mutexes_.find(mutex);
    return at == mutexes_.end() ? no_rank : at->second.holder;
}

}  // namespace rmasim::sim
