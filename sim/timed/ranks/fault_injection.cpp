#include "sim/timed/ranks/fault_injection.h"

#include "protocol/base/nic.h"
#include "sim/machine/faults/shrink_pool.h"
#include "sim/scenario/families/family.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

std::string at_time(Time time) { return fmt::format("at {} ns", to_ns(time)); }

}  // namespace

FaultInjection::FaultInjection(RunParts& run) : run_(run) {
    if (run.scenario.faults.any()) plan_ = std::make_unique<RunFaults>(run.scenario);
    run.attach_rank_costs(plan_.get());
}

bool FaultInjection::alive_by_plan(RankState& rank, Time now) {
    if (rank.dead) return false;
    RankFaults& faults = plan_->of_ranks[static_cast<std::size_t>(rank.rank())];
    if (const auto death = faults.death(); death && *death <= now) {
        die(rank, at_time(*death));
        return false;
    }
    while (const PoolShrink* const due = faults.next_shrink(now)) {
        shrink(rank, *due, at_time(from_ns(*due->when.at_ns)));
    }
    return true;
}

bool FaultInjection::begins_call_by_plan(RankState& rank, Time now) {
    if (!alive_by_plan(rank, std::max(now, rank.clock))) return false;
    const CallFaults::CallFault happening = plan_->calls.at_call(rank.rank(), ++rank.rare().calls_begun);
    if (happening.dies) {
        die(rank, in_call(rank.rare().calls_begun));
        return false;
    }
    for (const PoolShrink* due : happening.shrinks) shrink(rank, *due, in_call(rank.rare().calls_begun));
    return true;
}

void FaultInjection::die(RankState& rank, std::string when) {
    rank.dead = true;
    run_.events.rank_died(rank.rank());
    plan_->dead.push_back({rank.rank(), std::move(when)});
}

void FaultInjection::shrink(RankState& rank, const PoolShrink& shrink, std::string when) {
    run_.events.pool_shrunk(rank.rank(), shrink.pool, shrink.to);
    plan_->shrunken.push_back(shrink_pool(*run_.scenario.family, *rank.process, shrink, std::move(when)));
}

void FaultInjection::drop(const Packet& packet) {
    if (!nic::is_answer(packet.kind)) ++plan_->packets_to_the_dead;
    run_.memory.release(packet.payload);
}

bool FaultInjection::loses_by_plan(const Packet& packet, CompletionNotice notice) {
    if (!plan_->losses.is_lost(packet)) return false;
    if (notice == CompletionNotice::send_completed) {
        run_.loop.schedule(run_.ranks[packet.source].working_clock(), EventKind::send_completed, packet);
    }
    run_.events.packet_lost(packet);
    run_.memory.release(packet.payload);
    return true;
}

LostThings FaultInjection::lost_things() {
    if (!plan_) return {};
    for (RankState& rank : run_.ranks) {
        if (alive(rank, run_.end)) continue;
        for (const Packet& packet : rank.take_inbox()) {
            if (!rank.is_own(packet)) drop(packet);
        }
    }
    LostThings lost{plan_->dead, plan_->losses.lost(), plan_->shrunken};
    std::sort(lost.dead.begin(), lost.dead.end(), [](const DeadRank& a, const DeadRank& b) { return a.rank < b.rank; });
    return lost;
}

}  // namespace rmasim::sim
