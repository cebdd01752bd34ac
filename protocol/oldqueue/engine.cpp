#include "protocol/oldqueue/engine.h"

#include "protocol/oldqueue/make_process.h"
#include "protocol/oldqueue/routines/poll.h"

namespace rmasim::oldqueue {

void Engine::poll(Poller poller) {
    oldqueue::poll(state_, poller);
    make_progress();
}

void Engine::require_closed() const {
    state_.two_sided.require_closed();
    for (const Window& window : state_.windows) oldqueue::require_closed(window);
}

void Engine::require_quiescent() const {
    state_.two_sided.require_quiescent();
    const Request* const first = state_.queue.first();
    if (first == nullptr) return;
    throw ErroneousProgram(Call::win_free, packet_vocabulary.name(first->packet.type()) + " of rank " +
                                               std::to_string(first->packet.source) + " is still queued at rank " +
                                               std::to_string(state_.rank) +
                                               ": no fence or post of this rank has started the packet's epoch");
}

ProcessMemory Engine::memory_use() const {
    const std::size_t packets = state_.unpolled.capacity() + state_.half_done.capacity();
    ProcessMemory use{sizeof(Engine) - sizeof(Process) + packets * sizeof(Packet) + state_.queue.memory_bytes() +
                          state_.two_sided.bytes() + state_.windows.bytes(),
                      0, state_.operations.bytes()};
    for (const Window& window : state_.windows) use.engine_bytes += sizeof(Window) + window.bytes();
    return use;
}

QueueUse Engine::queue_use() const {
    QueueUse use = state_.use;
    use.max_requests = state_.queue.max_requests();
    use.max_bytes = state_.queue.max_bytes();
    return use;
}

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world) {
    return std::make_unique<Engine>(rank, ranks, windows, config, world);
}

}  // namespace rmasim::oldqueue
