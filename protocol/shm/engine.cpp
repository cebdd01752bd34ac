#include "protocol/shm/engine.h"

#include "protocol/base/types.h"
#include "protocol/parts/groups/awaited_parts.h"
#include "protocol/shm/active_operation.h"
#include "protocol/shm/make_process.h"

namespace rmasim::shm {

namespace {

// True if the operation changes the target's part. False for an operation without elements (SHM-PUT-2).
bool changes_target(const Operation& operation) {
    return operation.kind != OpKind::get && operation.reduce != ReduceOp::no_op && operation.region.count > 0;
}

}  // namespace

Engine::Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world, std::uint32_t start)
    : rank_(rank), config_(config), world_(world), two_sided_(rank, ranks, start) {
    windows_.reserve(windows);
    for (WindowId id = 0; id < windows; ++id) {
        windows_.emplace_back(id, world.memory.exists(rank, id), world.memory.shape(rank, id), rank,
                              WindowGroup(world, rank, ranks, id), config, start);
    }
}

// The shape of this process's part in the new window is unknown until WIN_CREATE.
void Engine::add_window(WindowId id) {
    const WindowGroup group(world_, rank_, two_sided_.ranks(), id);
    windows_.add(id, id, false, WindowShape{}, rank_, group, config_);
}

void Engine::remove_window(WindowId id) {
    windows_[id].life.require_over();
    windows_.remove(id);
}

Task<> Engine::rma_op(Operation operation) {
    Window& window = windows_[operation.window];
    const ActiveOperation under_way(window, operation);
    if (operation.target == proc_null) {
        ++window.operations;  // the epoch has an operation that its fence must end (SHM-PUT-3)
        co_return;
    }
    note_change(window, operation);
    // All parts are in shared memory, so a process can read the size and displacement unit of each (SHM-CREATE-6).
    const WindowShape target =
        operation.target == rank_ ? window.own : world_.memory.shape(operation.target, window.id);
    operation.region = in_bytes(operation.region, target.disp_unit);
    if (accumulates(operation.kind))
        co_await accumulate(window, operation, Regions(target.bytes, config_.region_bytes));
    else copy(window, operation);
}

void Engine::note_change(Window& window, const Operation& operation) {
    ++window.operations;
    if (!changes_target(operation)) return;
    if (!accumulates(operation.kind)) window.wrote = true;
    if (window.exchange) ++window.counts[static_cast<std::size_t>(comm_rank_in(window.communicator, operation.target))];
}

// PUT and GET (SHM-PUT-1, SHM-GET-1).
void Engine::copy(Window& window, const Operation& operation) {
    Memory& memory = world_.memory;
    const Region& region = operation.region;
    world_.observer.op_local(rank_, operation);
    if (operation.kind == OpKind::get) {
        const Payload data = memory.read(rank_, operation.target, window.id, region);
        memory.scatter(rank_, operation.result, region.datatype, region.count, data);
        memory.release(data);
    } else {
        const Payload data = memory.gather(rank_, operation.origin, region.datatype, region.count);
        memory.write(rank_, operation.target, window.id, region, data);
        memory.release(data);
    }
}

void Engine::deliver(const Packet& packet) {
    if (packet.kind == kind::op_counts) {
        on_counts(windows_[packet.window], packet);
    } else if (packet.kind == PacketKind::barrier && is_window(packet.window)) {
        on_barrier(windows_[packet.window], packet);
    } else if (packet.kind == PacketKind::barrier || is_message(packet.kind)) {
        two_sided_.deliver(world_, packet);
    } else {
        throw ProtocolError("family shm has no packet " + packet_vocabulary.name(packet.type()));
    }
    make_progress();
}

void Engine::require_closed() const {
    two_sided_.require_closed();
    for (const Window& window : windows_) shm::require_closed(window);
}

std::string Engine::describe(const WaitReason& reason) const {
    if (!is_window(reason.window)) return two_sided_.describe(reason);
    const Window& window = windows_[reason.window];
    if (reason.awaited == Awaited::barrier) {
        return barrier_text(window.barrier, window.barrier.entered(), window.communicator);
    }
    if (reason.awaited == Awaited::op_counts) return "OP_COUNTS from " + awaited_ranks(reason).text();
    if (reason.target == rank_) return "another thread's accumulate";
    const std::string whose =
        "mutex " + std::to_string(wanted_.region) + " of the window of rank " + std::to_string(wanted_.owner);
    const Rank holder = world_.mutexes->holder(wanted_);
    return holder == no_rank || holder == rank_ ? whose : whose + ", which rank " + std::to_string(holder) + " holds";
}

AwaitedRanks Engine::awaited_ranks(const WaitReason& reason) const {
    if (!is_window(reason.window)) return two_sided_.awaited(world_, reason);
    AwaitedRanks awaited;
    const Window& window = windows_[reason.window];
    if (reason.awaited == Awaited::barrier) {
        add_barrier(awaited, window.barrier, window.id, window.communicator);
    } else if (reason.awaited == Awaited::op_counts) {
        window.exchange->for_each_missing(window.exchange->entered(), [&](Rank comm_rank) {
            awaited.add(world_rank_of(window.communicator, comm_rank), Awaited::op_counts, window.id);
        });
    } else if (reason.target != rank_) {
        const Rank holder = world_.mutexes->holder(wanted_);
        if (holder != no_rank && holder != rank_) awaited.add(holder, Awaited::mutex, window.id);
    }
    return awaited;
}

ProcessMemory Engine::memory_use() const {
    ProcessMemory use{sizeof(Engine) - sizeof(Process) + two_sided_.bytes() + windows_.bytes(), 0, 0};
    for (const Window& window : windows_) use.engine_bytes += sizeof(Window) + window.bytes();
    return use;
}

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world) {
    return std::make_unique<Engine>(rank, ranks, windows, config, world);
}

}  // namespace rmasim::shm
