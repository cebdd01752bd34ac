#include "protocol/newrma/engine.h"

#include "protocol/base/prefetch.h"

namespace rmasim::newrma {

Engine::Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, World world)
    : rank_(rank), ranks_(ranks), config_(config), world_(world), ordered_(world.transport.ordered()),
      global_ops_(config.op_pool.global), global_targets_(config.target_pool.global), two_sided_(rank, ranks) {
    windows_.reserve(windows);
    for (WindowId id = 0; id < windows; ++id) {
        Window& window = windows_.emplace_back(id, rank, ranks, config);
        if (world.memory.shared(id)) window.shared = std::make_unique<NodeWindow>(world.memory.node_of(rank), rank);
    }
}

void Engine::deliver(const Packet& packet) {
    if (packet_vocabulary.is_request(packet.kind) || packet.kind == kind::complete) {
        on_request(windows_[packet.window], packet);
    } else if (packet_vocabulary.is_reply(packet.kind)) {
        on_reply(windows_[packet.window], packet);
    } else {
        deliver_to_group(packet);
    }
    make_progress();
}

void Engine::deliver_to_group(const Packet& packet) {
    if (packet.kind == PacketKind::barrier) return on_barrier(packet);
    if (packet.kind == PacketKind::send) return two_sided_.deliver(world_, packet);
    if (packet.kind == kind::post) return on_post(windows_[packet.window], packet);
    if (packet.kind == kind::node_barrier) return on_node_barrier(windows_[packet.window], packet);
    throw ProtocolError("family newrma has no packet " + packet_vocabulary.name(packet.type()));
}

void Engine::expect(const Packet& packet) const {
    if (packet.window == no_window) return;
    const Window& window = windows_[packet.window];
    if (packet_vocabulary.is_reply(packet.kind)) {
        prefetch<sizeof(TargetElement)>(window.table.first_in_slot(packet.source));
    } else {
        prefetch<cache_line_bytes>(window.lock.shared_holders_address());
    }
}

void Engine::set_state(Call call, Window& window, WindowState state) {
    require_transition(call, window.state, state);
    world_.observer.window_state(rank_, window.id, name_of(window.state), name_of(state));
    window.state = state;
}

void Engine::set_exposure(Call call, Window& window, WindowState state) {
    require_transition(call, window.exposure, state);
    if (state == WindowState::unset) world_.observer.exposure_ended(rank_, window.id);
    world_.observer.exposure_state(rank_, window.id, name_of(window.exposure), name_of(state));
    window.exposure = state;
}

void Engine::set_state(Call call, Window& window, TargetElement& target, TargetState state) {
    require_transition(call, target.state, state);
    world_.observer.target_state(rank_, window.id, target.rank, name_of(target.state), name_of(state));
    target.state = state;
}

TargetElement* Engine::find_target(Window& window, Rank rank) {
    std::uint32_t steps = 0;
    TargetElement* const target = window.table.find(rank, steps);
    world_.observer.table_searched(rank_, window.id, steps);
    return target;
}

Packet Engine::packet_to(Rank target, const Window& window, PacketKind kind) const {
    Packet packet;
    packet.source = rank_;
    packet.target = target;
    packet.window = window.id;
    packet.kind = kind;
    return packet;
}

void Engine::require_closed() const {
    for (const Window& window : windows_) {
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
    if (requests_.open_requests() > 0) {
        throw ErroneousProgram(Call::win_free, "a request is still open; wait for it, or test until it is done");
    }
}

ProcessMemory Engine::memory_use() const {
    // Not counted: what the seam to several families adds, which a library with one protocol has no need of.
    ProcessMemory use{sizeof(Engine) - sizeof(Process) + requests_.bytes() + two_sided_.bytes(), 0,
                      ops_.bytes() + targets_.bytes()};
    for (const Window& window : windows_) {
        use.engine_bytes += sizeof(Window) + window.bytes();
        use.table_bytes += window.table.bytes();
    }
    return use;
}

}  // namespace rmasim::newrma
