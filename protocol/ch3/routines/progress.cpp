#include "protocol/ch3/routines/progress.h"

#include "protocol/base/errors.h"
#include "protocol/ch3/routines/answers.h"
#include "protocol/ch3/routines/carry_out.h"
#include "protocol/ch3/routines/collectives.h"
#include "protocol/ch3/routines/issue.h"
#include "protocol/ch3/routines/lists.h"
#include "protocol/ch3/routines/locks.h"

#include <algorithm>

namespace rmasim::ch3 {

namespace {

void on_decr_at(EngineState& engine, Window& window, const Packet& packet) {
    lower_counter(engine, window, packet.source);
    if (has(packet.flags, flag::flush)) {
        send_answer(engine, window, packet, kind::ack, PacketFlag::none, why::flush);
    }
}

// Handles POST. The last POST grants the window. A POST that arrives before START is kept until START.
void on_post(EngineState& engine, Window& window, const Packet& packet) {
    const std::size_t before = window.posts.missing();
    window.posts.arrived(packet.source);
    if (window.posts.missing() == before || window.sync_requests() > 0 || !window.in_pscw()) return;
    grant_window(engine, window, WindowState::pscw_granted);
}

bool is_of_collective(PacketKind kind) {
    constexpr PacketKindSet collectives{kind::ibarrier, kind::reduce_scatter, kind::node_barrier, PacketKind::barrier};
    return collectives.contains(kind);
}

// Fails the process because a packet has arrived for a freed window (CH3-HANG-10, CH3-HANG-14).
[[noreturn, gnu::cold]] void fail_without_window(EngineState& engine, const Packet& packet) {
    fail(engine, FailureKind::crash,
         packet_vocabulary.name(packet.type()) + " of rank " + std::to_string(packet.source) + " arrives for window " +
             std::to_string(packet.window) + ", which win_free has freed (causes 10 and 14)");
}

void handle(EngineState& engine, const Packet& packet) {
    if (!is_window(packet.window)) return engine.two_sided.deliver(engine.world, packet);
    Window* const found = engine.windows.find(packet.window);
    if (found == nullptr) fail_without_window(engine, packet);
    Window& window = *found;
    if (packet_vocabulary.is_reply(packet.kind)) return on_answer(engine, window, packet);
    if (is_operation(packet.kind)) return on_operation(engine, window, packet);
    if (packet.kind == kind::lock) return on_lock(engine, window, packet);
    if (packet.kind == kind::unlock) return on_unlock(engine, window, packet);
    if (packet.kind == kind::flush) {
        return send_answer(engine, window, packet, kind::ack, PacketFlag::none, why::flush);
    }
    if (packet.kind == kind::decr_at_counter) return on_decr_at(engine, window, packet);
    if (packet.kind == kind::post) return on_post(engine, window, packet);
    if (is_of_collective(packet.kind)) return on_collective(engine, window, packet);
    throw ProtocolError("family ch3 has no packet " + packet_vocabulary.name(packet.type()));
}

void issue_to(EngineState& engine, Window& window, TargetElement& target) {
    Issue issue(engine, window, target);
    while (issue.continue_issuing()) poke(engine);
}

void issue_window(EngineState& engine, Window& window) {
    note_walk(engine, window);
    window.table.for_each_from(window.comm_rank(), [&](TargetElement& target) {
        if (check_target(engine, window, target)) issue_to(engine, window, target);
    });
}

// The hook: issues operations on all active windows. The check of `active` saves time if a process has thousands of
// windows.
void run_hook(EngineState& engine) {
    if (!engine.active) return;
    for (Window& window : engine.windows) {
        if (window.active && window.ready()) issue_window(engine, window);
    }
    const auto is_active = [](const Window& window) { return window.active; };
    engine.active = std::any_of(engine.windows.begin(), engine.windows.end(), is_active);
}

}  // namespace

// After a failure, `unpolled` still contains packets that the failed poke has handled. No other call may handle them
// again.
void poke(EngineState& engine) {
    if (engine.failed) return;
    for (std::size_t i = 0; i < engine.unpolled.size(); ++i) handle(engine, engine.unpolled[i]);
    engine.unpolled.clear();
    run_hook(engine);
}

void progress_target(EngineState& engine, Window& window, TargetElement* target) {
    if (!window.ready() || target == nullptr || !check_target(engine, window, *target)) return poke(engine);
    issue_to(engine, window, *target);
}

void progress_window(EngineState& engine, Window& window) {
    if (!window.ready()) return poke(engine);
    issue_window(engine, window);
}

void progress_again(EngineState& engine, Window& window, TargetElement& target) {
    if (window.ready() && check_target(engine, window, target)) issue_to(engine, window, target);
}

}  // namespace rmasim::ch3
