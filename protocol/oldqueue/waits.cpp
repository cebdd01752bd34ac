#include "protocol/oldqueue/waits.h"

#include "protocol/parts/groups/awaited_parts.h"

namespace rmasim::oldqueue {

namespace {

void add_group(AwaitedRanks& awaited, const Window& window) {
    const Pscw& pscw = *window.pscw;
    for (std::size_t index = 0; index < pscw.posted.group.size(); ++index) {
        const bool heard = !pscw.announced.heard.empty() && pscw.announced.heard[index];
        if (!heard) awaited.add(pscw.posted.group[index], Awaited::complete, window.id);
    }
}

void add_counts(AwaitedRanks& awaited, const EngineState& engine, const Window& window) {
    const Announced* const announced = window.announced.get();
    const bool none = announced == nullptr || announced->heard.empty();
    const WindowGroup group = group_of(engine, window);
    for (Rank comm_rank = 0; comm_rank < group.size(); ++comm_rank) {
        const Rank rank = group.member(comm_rank);
        const bool known = rank == engine.rank || (!none && announced->heard[static_cast<std::size_t>(comm_rank)]);
        if (!known) awaited.add(rank, Awaited::op_counts, window.id);
    }
}

// Adds the origins of long operations on this process's window segment whose data have not arrived.
void add_half_done(AwaitedRanks& awaited, const EngineState& engine, const Window& window) {
    for (const Packet& rts : engine.half_done) {
        const auto is_known = [&rts](const AwaitedRank& one) { return one.rank == rts.source; };
        const bool known = std::any_of(awaited.ranks.begin(), awaited.ranks.end(), is_known);
        if (rts.window == window.id && !known) awaited.add(rts.source, Awaited::operations, window.id);
    }
}

// Adds the holders of the lock of this process's window segment if an active-target request is queued: the request
// waits until they release the lock (OQ-LOCK-4).
void add_holders(AwaitedRanks& awaited, const EngineState& engine, const Window& window) {
    const Request* request = engine.queue.first();
    const auto is_active = [&](const Packet& packet) {
        const Need::Kind need = part(packet).need.kind;
        return packet.window == window.id && !asks_for_lock(packet) &&
               (need == Need::Kind::fence || need == Need::Kind::access);
    };
    while (request != nullptr && !is_active(request->packet)) request = request->next;
    if (request == nullptr) return;
    const auto add = [&](Rank holder) {
        if (holder != engine.rank) awaited.add(holder, Awaited::operations, window.id);
    };
    if (window.lock.exclusive_holder() != no_rank) add(window.lock.exclusive_holder());
    for (const Rank holder : window.lock.shared_holders()) add(holder);
}

void add_unannounced(AwaitedRanks& awaited, const Window& window, Rank target) {
    for (const Part& part : window.parts) {
        const bool meant = target == no_rank || target == part.rank;
        if (meant && part.known == 0) awaited.add(part.rank, Awaited::window_info, window.id);
    }
}

void add_targets(AwaitedRanks& awaited, const Window& window, const WaitReason& reason) {
    for (const Target& target : window.targets) {
        if (reason.target != no_rank && reason.target != target.rank) continue;
        const bool due = target.incomplete + target.acks_due > 0;
        if (due) awaited.add(target.rank, reason.awaited, window.id);
    }
}

}  // namespace

AwaitedRanks ranks_awaited(const EngineState& engine, const WaitReason& reason) {
    AwaitedRanks awaited;
    const Window& window = engine.windows[reason.window];
    switch (reason.awaited) {
        case Awaited::complete: add_group(awaited, window); break;
        case Awaited::op_counts: add_counts(awaited, engine, window); break;
        case Awaited::barrier: add_barrier(awaited, *window.barrier, window.id, window.communicator); break;
        case Awaited::lock_granted: awaited.add(engine.rank, Awaited::lock_granted, window.id); break;
        case Awaited::window_info: add_unannounced(awaited, window, reason.target); break;
        default: add_targets(awaited, window, reason); break;
    }
    const bool of_target_side = reason.call == Call::fence || reason.call == Call::wait;
    const bool synchronises = reason.awaited == Awaited::barrier || reason.awaited == Awaited::window_info;
    if (of_target_side && !synchronises) {
        add_half_done(awaited, engine, window);
        add_holders(awaited, engine, window);
    }
    // Announced operations are not done, and the counts do not contain their origins.
    awaited.others = of_target_side && awaited.ranks.empty();
    return awaited;
}

namespace {

std::string own_lock_text(const WindowLock& lock) {
    if (lock.exclusive_holder() != no_rank) {
        return "the lock of its own window, held by rank " + std::to_string(lock.exclusive_holder());
    }
    if (lock.is_free()) return "the lock of its own window, queued after an older exclusive request";
    return "the lock of its own window, shared by " + std::to_string(lock.shared_holders().size()) + " ranks";
}

}  // namespace

std::string text_of_wait(const EngineState& engine, const WaitReason& reason) {
    const Window& window = engine.windows[reason.window];
    if (reason.awaited == Awaited::barrier) {
        return barrier_text(*window.barrier, window.barrier->entered(), window.communicator);
    }
    if (reason.awaited == Awaited::lock_granted) return own_lock_text(window.lock);
    const AwaitedRanks awaited = ranks_awaited(engine, reason);
    const std::string whom = awaited.text();
    const bool all_counted = !awaited.ranks.empty() && awaited.ranks.front().what == Awaited::operations;
    if (awaited.others) return "operations that other ranks have announced";
    if (reason.awaited == Awaited::op_counts && all_counted) return "the data of operations of " + whom;
    if (reason.awaited != Awaited::operations) return std::string(name_of(reason.awaited)) + " from " + whom;
    if (reason.call == Call::wait) return "the data of operations of " + whom;
    return "completion of operations at " + whom;
}

}  // namespace rmasim::oldqueue
