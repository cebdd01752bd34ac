#include "protocol/ch4/engine.h"

#include "protocol/ch4/defects.h"
#include "protocol/ch4/make_process.h"
#include "protocol/ch4/modes/modes.h"
#include "protocol/ch4/routines/progress.h"

namespace rmasim::ch4 {

Engine::Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
               const std::vector<bool>& dynamic, std::uint32_t start)
    : EngineOf(rank, ranks, windows, dynamic, config, world, start) {
    state_.handle = packet_handler();
}

void Engine::poll(Poller) {
    progress(state_);
    make_progress();
}

std::string Engine::fault(const WaitReason& reason) const { return defect_behind(state_, reason); }

void Engine::require_closed() const {
    for (const Window& window : state_.windows) ch4::require_closed(window);
    state_.two_sided.require_closed();
    require_no_open_request(state_.requests);
}

ProcessMemory Engine::memory_use() const {
    ProcessMemory use{sizeof(Engine) - sizeof(Process) + state_.requests.bytes() + state_.two_sided.bytes() +
                          state_.windows.bytes() + state_.native.bytes() + state_.unpolled.capacity() * sizeof(Packet) +
                          state_.accumulates.capacity() * sizeof(WaitingAccumulate),
                      0, state_.operations.bytes()};
    for (const Window& window : state_.windows) use.engine_bytes += sizeof(Window) + window.bytes();
    return use;
}

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
                                      const std::vector<bool>& dynamic) {
    return std::make_unique<Engine>(rank, ranks, windows, config, world, dynamic);
}

}  // namespace rmasim::ch4
