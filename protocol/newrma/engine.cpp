// Which function a packet goes to, and what worlds ask about a process.
#include "protocol/newrma/engine.h"

#include "protocol/base/prefetch.h"
#include "protocol/newrma/awaited.h"
#include "protocol/newrma/describe.h"
#include "protocol/newrma/modes/fence.h"
#include "protocol/newrma/modes/pscw.h"
#include "protocol/newrma/routines/node_share.h"
#include "protocol/newrma/routines/origin_side.h"
#include "protocol/newrma/routines/supply.h"
#include "protocol/newrma/routines/target_side.h"

namespace rmasim::newrma {

void Engine::deliver(const Packet& packet) {
    switch (packet.kind) {
        case PacketKind::barrier:
            if (packet.window == no_window) state_.two_sided.deliver(state_.world, packet);
            else on_barrier(state_, state_.windows[packet.window], packet);
            break;
        case PacketKind::node_barrier: on_node_barrier(state_, state_.windows[packet.window], packet); break;
        case PacketKind::send: state_.two_sided.deliver(state_.world, packet); break;
        case PacketKind::post: on_post(state_, state_.windows[packet.window], packet); break;
        case PacketKind::complete: on_complete(state_, state_.windows[packet.window], packet); break;
        case PacketKind::put:
        case PacketKind::accumulate:
        case PacketKind::get:
        case PacketKind::get_accumulate:
        case PacketKind::fetch_and_op:
        case PacketKind::compare_and_swap:
        case PacketKind::lock:
        case PacketKind::unlock:
        case PacketKind::rma_done: on_request(state_, state_.windows[packet.window], packet); break;
        case PacketKind::lock_granted:
        case PacketKind::rma_done_ack:
        case PacketKind::get_resp:
        case PacketKind::get_accumulate_resp:
        case PacketKind::fetch_and_op_resp:
        case PacketKind::compare_and_swap_resp: on_reply(state_, state_.windows[packet.window], packet); break;
        case PacketKind::op_counts: throw ProtocolError("OP_COUNTS is no packet of family newrma");
    }
    make_progress();
}

void Engine::expect(const Packet& packet) const {
    if (packet.window == no_window) return;
    const Window& window = state_.windows[packet.window];
    if (is_reply(packet.kind)) {
        prefetch<sizeof(TargetElement)>(window.table.first_in_slot(packet.source));
    } else {
        prefetch<cache_line_bytes>(window.lock.shared_holders_address());
    }
}

void Engine::shrink_local_pool(ElementKind kind, WindowId window, std::uint32_t size) {
    newrma::shrink_local_pool(state_.windows[window], kind, size);
}

void Engine::shrink_global_pool(ElementKind kind, std::uint32_t size) {
    newrma::shrink_global_pool(state_, kind, size);
}

std::string Engine::describe(const WaitReason& reason) const { return newrma::describe(state_, reason); }

AwaitedRanks Engine::awaited_ranks(const WaitReason& reason) const { return newrma::awaited_ranks(state_, reason); }

void Engine::require_closed() const {
    for (const Window& window : state_.windows) {
        const char* open = nullptr;
        if (window.state == WindowState::per_target) open = "a target is still locked; unlock is missing";
        if (window.in_lock_all()) open = "lock_all is still open; unlock_all is missing";
        if (window.in_pscw()) open = "an access epoch is still open; complete is missing";
        if (window.exposure != WindowState::unset) open = "an exposure epoch is still open; wait is missing";
        if (window.fence_has_operations) {
            open = "operations of a fence epoch were never completed; a fence is missing";
        }
        if (open != nullptr) throw ErroneousProgram(Call::win_free, open);
    }
    if (state_.requests.open_requests() > 0) {
        throw ErroneousProgram(Call::win_free, "a request is still open; wait for it, or test until it is done");
    }
}

ProcessMemory Engine::memory_use() const {
    // Not counted: what the seam to several families adds, which a library with one protocol has no need of.
    ProcessMemory use{sizeof(Engine) - sizeof(Process) + state_.requests.bytes() + state_.two_sided.bytes(), 0,
                      state_.ops.bytes() + state_.targets.bytes()};
    for (const Window& window : state_.windows) {
        use.engine_bytes += sizeof(Window) + window.bytes();
        use.table_bytes += window.table.bytes();
    }
    return use;
}

}  // namespace rmasim::newrma
