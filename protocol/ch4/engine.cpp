#include "protocol/ch4/engine.h"

#include "protocol/ch4/awaited.h"
#include "protocol/ch4/defects.h"
#include "protocol/ch4/describe.h"
#include "protocol/ch4/modes/win_free.h"
#include "protocol/ch4/routines/progress.h"

namespace rmasim::ch4 {

Engine::Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
               const std::vector<bool>& dynamic, std::uint32_t start)
    : state_(rank, ranks, windows, dynamic, config, world, start) {
    state_.handle = packet_handler();
}

void Engine::poll(Poller) {
    progress(state_);
    make_progress();
}

std::string Engine::describe(const WaitReason& reason) const { return ch4::describe(state_, reason); }

AwaitedRanks Engine::awaited_ranks(const WaitReason& reason) const { return ch4::awaited_ranks(state_, reason); }

std::string Engine::fault(const WaitReason& reason) const { return defect_behind(state_, reason); }

void Engine::require_closed() const {
    for (const Window& window : state_.windows) ch4::require_closed(window);
    state_.two_sided.require_closed();
    if (state_.requests.has_open()) {
        throw ErroneousProgram(
            Call::win_free,
            "the request of an operation is still active; wait for the request, or test it until it is complete");
    }
}

ProcessMemory Engine::memory_use() const {
    ProcessMemory use{sizeof(Engine) - sizeof(Process) + state_.requests.bytes() + state_.two_sided.bytes() +
                          state_.windows.bytes() + state_.native.bytes() + state_.unpolled.capacity() * sizeof(Packet) +
                          state_.accumulates.capacity() * sizeof(WaitingAccumulate),
                      0, state_.operations.bytes()};
    for (const Window& window : state_.windows) use.engine_bytes += sizeof(Window) + window.bytes();
    return use;
}

}  // namespace rmasim::ch4
