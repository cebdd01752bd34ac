#include "sim/run/timed_mutexes.h"

#include <algorithm>

namespace rmasim::sim {

void TimedMutexes::lock(Rank rank, MutexId mutex) {
    cpu_.mutex(ranks_[rank]);
    busy_[static_cast<std::size_t>(rank)] = 1;
    schedule(EventKind::take_mutex, rank, mutex);
}

void TimedMutexes::unlock(Rank rank, MutexId mutex) {
    cpu_.mutex(ranks_[rank]);
    schedule(EventKind::give_back_mutex, rank, mutex);
}

void TimedMutexes::pause(Rank rank) {
    busy_[static_cast<std::size_t>(rank)] = 1;
    schedule(EventKind::go_on_inside, rank, {});
}

// The event stores the mutex in its packet, the only member that is large enough.
void TimedMutexes::schedule(EventKind kind, Rank rank, MutexId mutex) {
    Event event;
    event.kind = kind;
    event.rank = rank;
    event.packet.source = rank;
    event.packet.target = mutex.owner;
    event.packet.window = mutex.window;
    event.packet.op = mutex.region;
    loop_.schedule(std::max(loop_.now(), ranks_[rank].clock), event);
}

Rank TimedMutexes::handle(const Event& event) {
    const MutexId mutex{event.packet.target, event.packet.window, event.packet.op};
    Rank next = event.rank;
    if (event.kind == EventKind::take_mutex) {
        ++counts_.taken;
        if (!table_.ask(event.rank, mutex)) {
            ++counts_.contended;
            return no_rank;
        }
    } else if (event.kind == EventKind::give_back_mutex) {
        next = table_.give_back(mutex);
        if (next == no_rank) return no_rank;
    }
    busy_[static_cast<std::size_t>(next)] = 0;
    return next;
}

}  // namespace rmasim::sim
