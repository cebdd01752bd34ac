// Dispatch of packets to their handlers, and the functions of Engine for worlds and reports.
#include "protocol/newrma/engine.h"

#include "protocol/base/prefetch.h"
#include "protocol/newrma/make_process.h"
#include "protocol/newrma/modes/modes.h"
#include "protocol/newrma/routines/epoch.h"
#include "protocol/newrma/routines/node_share.h"
#include "protocol/newrma/routines/origin_side.h"
#include "protocol/newrma/routines/supply.h"
#include "protocol/newrma/routines/target_side.h"

namespace rmasim::newrma {

namespace {

// Calls the handler of the packet's kind. Tests for BARRIER first: in programs with fences, most packets are barriers.
void deliver_to(EngineState& engine, Window& window, const Packet& packet) {
    if (packet.kind == PacketKind::barrier) return on_barrier(engine, window, packet);
    if (packet_vocabulary.is_request(packet.kind)) return on_request(engine, window, packet);
    if (packet_vocabulary.is_reply(packet.kind)) return on_reply(engine, window, packet);
    if (packet.kind == kind::post) return on_post(engine, window, packet);
    if (packet.kind == kind::complete) return on_complete(engine, window, packet);
    if (packet.kind == kind::node_barrier) return on_node_barrier(engine, window, packet);
    if (packet.kind == kind::holds) return on_holds(engine, window, packet);
    throw ProtocolError("family newrma has no packet " + packet_vocabulary.name(packet.type()));
}

void prefetch_heads(const Window& window) {
    window.table.for_each_head([](const TargetElement& head) { prefetch<sizeof(TargetElement)>(&head); });
}

}  // namespace

void Engine::deliver(const Packet& packet) {
    if (!is_window(packet.window)) state_.two_sided.deliver(state_.world, packet);
    else deliver_to(state_, state_.windows[packet.window], packet);
    make_progress();
}

void Engine::send_completed(OpId op) {
    on_data_sent(state_, op);
    make_progress();
}

void Engine::prefetch_first(const Packet& packet) const {
    if (!is_window(packet.window)) return state_.two_sided.prefetch_first();
    const Window& window = state_.windows[packet.window];
    if (packet_vocabulary.is_reply(packet.kind)) {
        prefetch<sizeof(TargetElement)>(window.table.first_in_slot(comm_rank_of(state_, window, packet.source)));
    } else {
        prefetch_line(window.lock.others_address());
    }
}

// For a reply, the first target element of the slot is in the cache. If it is the element of the packet's source, its
// operations are prefetched; otherwise the next element of the slot. The last acknowledgement may end a call, and
// UNLOCK_ALL then frees all elements.
bool Engine::prefetch_second(const Packet& packet) const {
    if (!is_window(packet.window)) {
        state_.two_sided.prefetch_second();
        return true;
    }
    const Window& window = state_.windows[packet.window];
    if (packet.kind == PacketKind::barrier) return window.barrier.may_end_with(packet.round);
    if (!packet_vocabulary.is_reply(packet.kind)) return !packet_vocabulary.is_request(packet.kind);
    const TargetElement* const first = window.table.first_in_slot(comm_rank_of(state_, window, packet.source));
    if (first != nullptr && first->rank == packet.source) prefetch<sizeof(OperationElement)>(first->ops);
    else if (first != nullptr) prefetch<sizeof(TargetElement)>(first->next);
    if (window.ack_count > 1) return false;
    prefetch_heads(window);
    return true;
}

// A call walks over all target elements or searches the element of its target, and may allocate elements.
void Engine::prefetch_first_of_call() const {
    state_.ops.prefetch_first();
    state_.targets.prefetch_first();
    for (const Window& window : state_.windows.from_the_start()) prefetch_heads(window);
}

void Engine::prefetch_second_of_call() const {
    for (const Window& window : state_.windows.from_the_start()) {
        window.table.for_each_head([](const TargetElement& head) {
            prefetch<sizeof(TargetElement)>(head.next);
            prefetch<sizeof(OperationElement)>(head.ops);
        });
    }
}

void Engine::shrink_local_pool(ElementKind kind, WindowId window, std::uint32_t size) {
    newrma::shrink_local_pool(state_.windows[window], kind, size);
}

void Engine::shrink_global_pool(ElementKind kind, std::uint32_t size) {
    newrma::shrink_global_pool(state_, kind, size);
}

void Engine::require_closed() const {
    for (const Window& window : state_.windows) newrma::require_closed(window);
    state_.two_sided.require_closed();
    require_no_open_request(state_.requests);
}

ProcessMemory Engine::memory_use() const {
    // Does not count the base class Process, which only exists to support several families: an MPI library has a
    // single protocol.
    ProcessMemory use{
        sizeof(Engine) - sizeof(Process) + state_.requests.bytes() + state_.two_sided.bytes() + state_.windows.bytes(),
        0, state_.ops.bytes() + state_.rests.bytes() + state_.targets.bytes()};
    for (const Window& window : state_.windows) {
        use.engine_bytes += sizeof(Window) - OpTable::own_slots_bytes() + window.bytes();
        use.table_bytes += window.table.bytes();
    }
    return use;
}

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world) {
    return std::make_unique<Engine>(rank, ranks, windows, config, world);
}

}  // namespace rmasim::newrma
