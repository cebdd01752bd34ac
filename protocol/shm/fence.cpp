// FENCE: makes this process's stores visible, synchronises with all processes, and drops cached data that others may
// have changed.
#include "protocol/shm/engine.h"

#include "protocol/parts/epoch_errors.h"

#include <cstring>

namespace rmasim::shm {

namespace {

// True if this process may have stored to its own part and no fence has flushed the stores: stores since the last fence
// (without NOSTORE), or before a fence that deferred the flush.
bool has_stored(const Window& window, Assert asserts) { return window.postponed || !has(asserts, Assert::nostore); }

}  // namespace

Task<> Engine::fence(WindowId id, Assert asserts) {
    Window& window = windows_[id];
    require_fence_legal(window, asserts);
    window.fencing = true;
    const bool stored = has_stored(window, asserts);
    window.postponed = stored && may_postpone(window, asserts);
    const bool shown = stored && !window.postponed;
    make_visible(window, shown || window.wrote);
    if (window.exchange) {
        co_await exchange_counts(window, shown);
    } else {
        co_await await_barrier(world_, waits_, window.barrier, {Call::fence, id}, window.communicator);  // SHM-FENCE-3
        renew_all(window, asserts);
    }
    window.fencing = false;
    window.operations = 0;
    window.wrote = false;
    window.open = !has(asserts, Assert::nosucceed);
    window.preceding_put = window.open && !has(asserts, Assert::noput);  // SHM-FENCE-5
}

void Engine::require_fence_legal(const Window& window, Assert asserts) const {
    if (window.fencing) throw ErroneousProgram(Call::fence, "another thread is inside {} on the window", {Call::fence});
    if (window.operations_now > 0) {
        throw ErroneousProgram(Call::fence, "another thread is inside an operation on the window");
    }
    if (has(asserts, Assert::noprecede) && window.operations > 0) {
        refuse_noprecede();
    }
}

// True if this fence may defer the flush (SHM-FENCE-10). No process accesses this part before the next fence opens an
// epoch, and the next fence flushes the part, as if the stores followed this fence. After PUTs of this process, the
// fence must flush: the owners may access the data.
bool Engine::may_postpone(const Window& window, Assert asserts) const {
    return config_.defer_flush && has(asserts, Assert::nosucceed) && !window.wrote && !world_.memory.coherent();
}

// Makes this process's stores and puts visible (SHM-FENCE-1, SHM-FENCE-2, SHM-COUNTS-3). SHM-FENCE-9 lists the work
// that NOSTORE saves. With coherent caches, only the write buffer must be flushed (`fence.before`). A fence by barrier
// always flushes it, a fence by counts only if this process has `written` data.
void Engine::make_visible(Window& window, bool written) {
    if (!world_.memory.coherent() && written) flush_cache(window.id);
    if (written || (world_.memory.coherent() && !window.exchange)) mem_sync(MemSync::fence_before);
}

void Engine::on_barrier(Window& window, const Packet& packet) {
    window.barrier.arrived(packet.round, [&](Rank comm_rank, unsigned round) {
        const Rank peer = world_rank_of(window.communicator, comm_rank);
        world_.transport.send(barrier_packet(PacketKind::barrier, rank_, peer, window.id, round, packet.why()));
    });
}

// Invalidates all parts that may have changed, because a plain barrier does not report changed parts (SHM-FENCE-4,
// SHM-FENCE-6, SHM-FENCE-7).
void Engine::renew_all(Window& window, Assert asserts) {
    if (!world_.memory.coherent()) {
        const bool put_to = window.preceding_put && !has(asserts, Assert::noprecede);
        const WindowGroup group = window.group();
        for (Rank comm_rank = 0; comm_rank < group.size(); ++comm_rank) {
            const Rank owner = group.member(comm_rank);
            if (owner != rank_ || put_to) drop_lines(window, owner);
        }
    }
    mem_sync(MemSync::fence_after);
}

// Invalidates the lines of a part. Stores that are not flushed yet are flushed first: otherwise they would be lost.
void Engine::drop_lines(const Window& window, Rank owner) {
    if (owner == rank_ && window.postponed) flush_cache({window.id, owner});
    invalidate_cache({window.id, owner});
}

// The exchange of counts (SHM-COUNTS-1). `stored`: this process has stored to its own part, which counts as a change.
Task<> Engine::exchange_counts(Window& window, bool stored) {
    CountExchange& exchange = *window.exchange;
    const std::uint32_t instance = exchange.enter();
    std::vector<std::uint32_t>& row = window.counts;
    if (stored) ++row[static_cast<std::size_t>(window.barrier.rank())];
    const std::size_t bytes = row.size() * sizeof(std::uint32_t);
    for_each_other(window.group(), rank_, [&](Rank other) {
        Packet packet;
        packet.source = rank_;
        packet.target = other;
        packet.window = window.id;
        packet.kind = kind::op_counts;
        set_fence(packet, instance);
        packet.payload = world_.memory.allocate(bytes);
        packet.data_bytes = static_cast<std::uint32_t>(bytes);
        std::memcpy(packet.payload.bytes, row.data(), bytes);
        world_.transport.send(packet);
    });
    row.assign(row.size(), 0);
    waits_.until({Call::fence, window.id, Awaited::op_counts, no_rank},
                 [&exchange, instance] { return exchange.complete(instance); });
    co_await waits_;
    renew_changed(window, instance);
    exchange.end(instance);
}

void Engine::on_counts(Window& window, const Packet& packet) {
    const WindowGroup group = window.group();
    std::vector<std::uint32_t> row(static_cast<std::size_t>(group.size()));
    std::memcpy(row.data(), packet.payload.bytes, row.size() * sizeof(std::uint32_t));
    world_.memory.release(packet.payload);
    window.exchange->arrived(group.comm_rank_of(packet.source), fence_of(packet), row);
}

// Invalidates only the parts that others have changed (SHM-COUNTS-2).
void Engine::renew_changed(Window& window, std::uint32_t instance) {
    bool any = false;
    const WindowGroup group = window.group();
    for (Rank comm_rank = 0; comm_rank < group.size(); ++comm_rank) {
        if (window.exchange->changes(instance, comm_rank) == 0) continue;
        any = true;
        if (!world_.memory.coherent()) drop_lines(window, group.member(comm_rank));
    }
    if (any) mem_sync(MemSync::fence_after);
}

}  // namespace rmasim::shm
