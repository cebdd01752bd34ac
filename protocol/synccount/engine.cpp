#include "protocol/synccount/engine.h"

#include "protocol/base/prefetch.h"
#include "protocol/synccount/make_process.h"
#include "protocol/synccount/modes/modes.h"
#include "protocol/synccount/routines/apply.h"
#include "protocol/synccount/routines/counter_value.h"

namespace rmasim::synccount {

namespace {

// Raises an error at the end of the programs. The error names the call that the program lacks.
[[noreturn]] void fail_at_end(Call missing, const std::string& rule) { throw ErroneousProgram(missing, rule); }

// Records a packet for a window that this process does not have. The packet can only be the DECREMENT of a process that
// WIN_INFO reached too late, or a packet to a process that has left the window.
void note_stranger(EngineState& engine, const Window& window, const Packet& packet) {
    note_error(engine, packet_vocabulary.name(packet.type()) + " of rank " + std::to_string(packet.source) +
                           " reached rank " + std::to_string(engine.rank) + ", which has not window " +
                           std::to_string(window.id) + " (any more)");
    if (packet.payload.bytes != nullptr) engine.world.memory.release(packet.payload);
}

void deliver_to(EngineState& engine, Window& window, const Packet& packet) {
    if (packet.kind == PacketKind::barrier) return on_barrier(engine, window, packet);
    if (packet.kind == kind::win_info) return on_win_info(window, packet);
    if (packet_vocabulary.is_reply(packet.kind)) return on_reply(engine, window, packet);
    // A process that enters the window and waits in WIN_CHANGE_COMM may already receive operations from processes that
    // have left the call.
    if (!window.member && !window.change) return note_stranger(engine, window, packet);
    on_request(engine, window, packet);
}

}  // namespace

void Engine::deliver(const Packet& packet) {
    if (!is_window(packet.window)) state_.two_sided.deliver(state_.world, packet);
    else deliver_to(state_, state_.windows[packet.window], packet);
    make_progress();
}

// Prefetches only the first counters: most programs have few counters.
void Engine::prefetch_first(const Packet& packet) const {
    if (!is_window(packet.window)) return state_.two_sided.prefetch_first();
    prefetch<sizeof(Window)>(&state_.windows[packet.window]);
    prefetch<2 * sizeof(Counter)>(state_.counters.all().data());
}

// Prefetches the request of the counter that a signal lowers: the signal may complete the request.
bool Engine::prefetch_second(const Packet& packet) const {
    if (!is_window(packet.window)) {
        state_.two_sided.prefetch_second();
    } else if (signals(packet) && counter_of(packet).slot < state_.counters.all().size()) {
        const std::uint32_t request = state_.counters[counter_of(packet).slot].object;
        if (request != none) prefetch<sizeof(SyncRequest)>(&state_.requests[request]);
    }
    return true;
}

// Prefetches for all calls: calls at the start of a program access messages, counters and requests; later calls access
// requests.
void Engine::prefetch_first_of_call() const {
    constexpr std::size_t few_requests = 12;
    prefetch<2 * sizeof(Counter)>(state_.counters.all().data());
    prefetch<few_requests * sizeof(SyncRequest)>(state_.requests.all().data());
    state_.two_sided.prefetch_first();
}

void Engine::require_no_noted_error() const {
    if (!state_.noted.empty()) throw ErroneousProgram("the end of the program", state_.noted);
    for (const Counter& counter : state_.counters.all()) {
        if (counter.live) require_not_negative(state_, Call::win_free_sync_objects, counter);
    }
}

void Engine::require_closed() const {
    require_no_noted_error();
    state_.two_sided.require_closed();
    for (const Window& window : state_.windows) {
        if (window.targets.empty()) continue;
        fail_at_end(Call::request_wait, "no request of win_sync_ops_init has completed an operation of rank " +
                                            std::to_string(state_.rank) + " to rank " +
                                            std::to_string(window.targets.begin()->rank) + ": wait for such a request");
    }
    for (const SyncRequest& request : state_.requests.all()) {
        if (!request.open || request.idle || request.state == SyncRequest::State::inactive) continue;
        const std::string which = request.object ? "of " + text_of(state_.counters[request.counter.slot], state_.rank)
                                                 : "for operations to rank " + std::to_string(request.target);
        fail_at_end(Call::request_wait,
                    "the request " + which + " is still active; wait for it, or test until it is complete");
    }
}

void Engine::require_quiescent() const {
    require_no_noted_error();
    state_.two_sided.require_quiescent();
}

ProcessMemory Engine::memory_use() const {
    ProcessMemory use{sizeof(Engine) - sizeof(Process) + state_.counters.bytes() + state_.requests.bytes() +
                          state_.two_sided.bytes() + state_.windows.bytes(),
                      0, state_.operations.bytes()};
    for (const Window& window : state_.windows) use.engine_bytes += sizeof(Window) + window.bytes();
    return use;
}

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, const std::vector<Rank>& sizes, const Config& config,
                                      const World& world) {
    return std::make_unique<Engine>(rank, ranks, sizes, config, world);
}

}  // namespace rmasim::synccount
