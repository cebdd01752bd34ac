#include "sim/timed/costs/timed_mutexes.h"

#include <algorithm>

namespace rmasim::sim {

void TimedMutexes::lock(Rank rank, MutexId mutex) {
    cpu_.charge(ranks_[rank], cpu_.on_node().mutex());
    busy_[static_cast<std::size_t>(rank)] = 1;
    schedule(EventKind::take_mutex, rank, mutex);
}

void TimedMutexes::unlock(Rank rank, MutexId mutex) {
    cpu_.charge(ranks_[rank], cpu_.on_node().mutex());
    schedule(EventKind::give_back_mutex, rank, mutex);
}

void TimedMutexes::pause(Rank rank) {
    busy_[static_cast<std::size_t>(rank)] = 1;
    schedule(EventKind::continue_under_mutex, rank, {});
}

// Schedules an event for a mutex. The event's packet contains the rank and the mutex, and is never sent.
void TimedMutexes::schedule(EventKind kind, Rank rank, MutexId mutex) {
    Packet packet;
    packet.source = rank;
    packet.target = mutex.owner;
    packet.window = mutex.window;
    packet.op = mutex.region;
    loop_.schedule(std::max(loop_.now(), ranks_[rank].clock), kind, packet);
}

Rank TimedMutexes::handle(EventKind kind, const Packet& packet) {
    const MutexId mutex{packet.target, packet.window, packet.op};
    Rank next = packet.source;
    if (kind == EventKind::take_mutex) {
        ++counts_.taken;
        if (!table_.ask(packet.source, mutex)) {
            ++counts_.contended;
            return no_rank;
        }
    } else if (kind == EventKind::give_back_mutex) {
        next = table_.give_back(mutex);
        if (next == no_rank) return no_rank;
    }
    busy_[static_cast<std::size_t>(next)] = 0;
    return next;
}

}  // namespace rmasim::sim
