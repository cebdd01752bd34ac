// Faults in a run with a clock. Faults are not scheduled as events, because a fault alone must not prolong a run.
// Instead, the faults of a rank are applied before each action of the rank, and once more at the end of the run.
#include "protocol/base/nic.h"
#include "sim/machine/faults/shrink_pool.h"
#include "sim/scenario/families/family.h"
#include "sim/timed/simulation.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

std::string at_time(Time time) { return fmt::format("at {} ns", to_ns(time)); }

}  // namespace

// Applies the faults of `rank` whose time is not after `now`. Returns true if the rank is alive afterwards. Called
// before each action of the rank.
bool Simulation::alive_at(RankState& rank, Time now) {
    if (rank.dead) return false;
    RankFaults& faults = faults_->of_ranks[static_cast<std::size_t>(rank.rank())];
    if (const auto death = faults.death(); death && *death <= now) {
        die(rank, at_time(*death));
        return false;
    }
    while (const PoolShrink* const shrink = faults.next_shrink(now)) {
        shrink_pool_of(rank, *shrink, at_time(from_ns(*shrink->when.at_ns)));
    }
    return true;
}

// Applies the faults that occur when a rank begins its next call. Returns true if the rank is alive afterwards.
bool Simulation::begins_call(RankState& rank, Time now) {
    if (!alive_at(rank, std::max(now, rank.clock))) return false;
    const CallFaults::CallFault happening = faults_->calls.at_call(rank.rank(), ++rank.rare().calls_begun);
    if (happening.dies) {
        die(rank, in_call(rank.rare().calls_begun));
        return false;
    }
    for (const PoolShrink* shrink : happening.shrinks) shrink_pool_of(rank, *shrink, in_call(rank.rare().calls_begun));
    return true;
}

void Simulation::die(RankState& rank, std::string when) {
    rank.dead = true;
    events_.rank_died(rank.rank());
    faults_->dead.push_back({rank.rank(), std::move(when)});
}

void Simulation::shrink_pool_of(RankState& rank, const PoolShrink& shrink, std::string when) {
    events_.pool_shrunk(rank.rank(), shrink.pool, shrink.to);
    faults_->shrunken.push_back(shrink_pool(*scenario_.family, *rank.process, shrink, std::move(when)));
}

// Drops a packet to a dead rank. Counts the packet, unless it is the answer of a NIC.
void Simulation::drop_packet(const Packet& packet) {
    if (!nic::is_answer(packet.kind)) ++faults_->packets_to_the_dead;
    memory_.release(packet.payload);
}

// Returns true if a fault loses the packet, and drops the packet. If the source has requested a completion notice, it
// gets the notice at once, since a lost packet takes no time on the NIC.
bool Simulation::is_lost(const Packet& packet, CompletionNotice notice) {
    if (!faults_->losses.is_lost(packet)) return false;
    if (notice == CompletionNotice::send_completed) {
        const Time now = ranks_[packet.source].working_clock();
        loop_.schedule(now, EventKind::send_completed, packet);
    }
    events_.packet_lost(packet);
    memory_.release(packet.payload);
    return true;
}

LostThings Simulation::lost_things() {
    if (!faults_) return {};
    for (RankState& rank : ranks_) {
        if (alive_at(rank, end_)) continue;
        for (const Packet& packet : rank.take_inbox()) {
            if (!rank.is_own(packet)) drop_packet(packet);
        }
    }
    LostThings lost{faults_->dead, faults_->losses.lost(), faults_->shrunken};
    std::sort(lost.dead.begin(), lost.dead.end(), [](const DeadRank& a, const DeadRank& b) { return a.rank < b.rank; });
    return lost;
}

}  // namespace rmasim::sim
