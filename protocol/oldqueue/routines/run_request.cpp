#include "protocol/oldqueue/routines/run_request.h"

#include "protocol/oldqueue/routines/done.h"
#include "protocol/oldqueue/routines/grant.h"
#include "protocol/oldqueue/routines/may_run.h"
#include "protocol/oldqueue/routines/own_window.h"

namespace rmasim::oldqueue {

namespace {

// Returns a packet to the origin of the request.
Packet answer_to(const EngineState& engine, const Packet& request, PacketKind kind) {
    Packet answer = packet_to(engine, request.source, request.window, kind);
    answer.op = request.op;
    return answer;
}

// Returns the reason for an acknowledgement. `request` is UNLOCK or RMA_DONE, alone or with an operation.
Why why_acknowledged(const EngineState& engine, const Packet& request) {
    if (unlocks(request)) return Why::usual;
    if (!engine.ordered) return why::unordered;
    const bool carried = request.region.count > 0;
    const bool nocheck = carried ? part(request).need.kind == Need::Kind::nothing : request.why() == why::lock_epoch;
    return nocheck ? why::proof : why::fence;
}

void acknowledge(EngineState& engine, Window& window, const Packet& request) {
    if (request.source == engine.rank) {
        window.note_ack(*window.targets.find(engine.rank));
        return;
    }
    Packet answer = answer_to(engine, request, kind::rma_done_ack);
    set_of_accumulate(answer, of_accumulate(request));
    answer.set_why(why_acknowledged(engine, request));
    engine.world.transport.send(answer);
}

void run_lock(EngineState& engine, Window& window, Packet& request) {
    grant(engine, window, request.source, lock_type_of(request));
    constexpr auto locks = static_cast<unsigned>(flag::any_lock);
    request.flags = static_cast<PacketFlag>(static_cast<unsigned>(request.flags) & ~locks);
}

void respond(EngineState& engine, Window& window, const Packet& get) {
    Packet answer = answer_to(engine, get, PacketKind::get_resp);
    answer.region = get.region;
    answer.data_bytes = get.region.bytes();
    engine.world.observer.op_applied(engine.rank, get);
    answer.payload =
        engine.world.memory.read(engine.rank, engine.rank, window.id, in_bytes(get.region, window.disp_unit));
    if (is_answered_by_response(engine, get)) {
        answer.flags |= flag::rma_done_ack;
        answer.set_why(why_acknowledged(engine, get));
        if (unlocks(get)) release(engine, window, get.source);
    }
    engine.world.transport.send(answer);
}

// Answers RTS with CTS. The target sends CTS only when the operation may run (OQ-PUT-2).
void ask_for_data(EngineState& engine, const Packet& rts) {
    engine.half_done.push_back(rts);
    engine.world.transport.send(answer_to(engine, rts, kind::cts));
}

void run_operation(EngineState& engine, Window& window, const Packet& request) {
    const Need need = part(request).need;
    const bool own = request.source == engine.rank;
    if (announces(request.kind)) return ask_for_data(engine, request);
    if (own) run_own_operation(engine, window, request);
    else if (request.kind == PacketKind::get) respond(engine, window, request);
    else apply(engine, request, request.payload);
    // A process's operations on itself do not count in a fence, because it sends no OP_COUNTS to itself.
    if (!own || need.kind != Need::Kind::fence) count_done(window, need);
}

// After the operation, turns the request into its remaining step, which closes the epoch. Returns false if there is no
// such step, or if the operation's response has answered it.
bool leave_closing(const EngineState& engine, Packet& request) {
    const bool answered = is_answered_by_response(engine, request);
    const PacketFlag closing = request.flags;
    if (answered || !has(closing, flag::any_close)) return false;
    request.kind = has(closing, flag::unlock)     ? kind::unlock
                   : has(closing, flag::complete) ? kind::complete
                                                  : kind::rma_done;
    request.flags = PacketFlag::none;
    request.payload = {};
    request.data_bytes = 0;
    return true;
}

void run_closing(EngineState& engine, Window& window, const Packet& request) {
    if (request.kind == kind::unlock) {
        release(engine, window, request.source);
        const bool own = request.source == engine.rank;
        if (own || engine.config.unlock == UnlockKind::acknowledged) acknowledge(engine, window, request);
    } else if (request.kind == kind::rma_done) {
        acknowledge(engine, window, request);
    } else if (part(request).need.kind == Need::Kind::fence) {
        const WindowGroup group = group_of(engine, window);
        window.with_announced().note(static_cast<std::size_t>(group.comm_rank_of(request.source)),
                                     static_cast<std::size_t>(group.size()), part(request).operations);
    } else {
        const Marked& posted = window.pscw->posted;
        window.pscw->announced.note(posted.index_of(request.source), posted.group.size(), part(request).operations);
    }
}

// Runs the next step of the request. Returns false if this step was the last one.
bool run_part(EngineState& engine, Window& window, Request& request) {
    Packet& packet = request.packet;
    if (packet.kind == kind::lock) {
        run_lock(engine, window, packet);
        return false;
    }
    if (asks_for_lock(packet)) {
        run_lock(engine, window, packet);
        return true;
    }
    if (is_operation(packet.kind) || announces(packet.kind)) {
        run_operation(engine, window, packet);
        const std::uint32_t data = packet.data_bytes;
        if (!leave_closing(engine, packet)) return false;
        engine.queue.data_left(data);
        return true;
    }
    run_closing(engine, window, packet);
    return false;
}

}  // namespace

Served run_request(EngineState& engine, Request& request, Poller poller) {
    Served served;
    Window& window = engine.windows[request.packet.window];
    while (!served.all && may_run(engine, window, request.packet, poller)) {
        const bool releases = request.packet.kind == kind::unlock || is_answered_by_response(engine, request.packet);
        served.any = true;
        served.released = served.released || (releases && unlocks(request.packet));
        served.all = !run_part(engine, window, request);
    }
    return served;
}

}  // namespace rmasim::oldqueue
