#include "protocol/ch3/engine.h"

#include "protocol/ch3/faults.h"
#include "protocol/ch3/make_process.h"
#include "protocol/ch3/modes/modes.h"
#include "protocol/ch3/routines/progress.h"
#include "protocol/ch3/routines/supply.h"

namespace rmasim::ch3 {

std::string Engine::fault(const WaitReason& reason) const { return fault_behind(state_, reason); }

// Makes no progress if a call tries for ever to get an element.
void Engine::poll(Poller) {
    if (state_.spins) return;
    poke(state_);
    make_progress();
}

// Resumes no call after a failure of the process.
void Engine::make_progress() {
    if (!state_.failed) state_.waits.resume_ready(state_.rank, state_.world.choice);
}

void Engine::require_closed() const {
    for (const Window& window : state_.windows) ch3::require_closed(window);
    state_.two_sided.require_closed();
    require_no_open_request(state_.requests);
}

void Engine::shrink_local_pool(ElementKind kind, WindowId window, std::uint32_t size) {
    ch3::shrink_local_pool(state_.windows[window], kind, size);
}

void Engine::shrink_global_pool(ElementKind kind, std::uint32_t size) { ch3::shrink_global_pool(state_, kind, size); }

ProcessMemory Engine::memory_use() const {
    ProcessMemory use{sizeof(Engine) - sizeof(Process) + state_.requests.bytes() + state_.two_sided.bytes() +
                          state_.windows.bytes() + state_.unpolled.capacity() * sizeof(Packet),
                      0, state_.ops.bytes() + state_.rests.bytes() + state_.targets.bytes()};
    for (const Window& window : state_.windows) {
        const std::size_t for_reports = sizeof(window.completing);
        use.engine_bytes += sizeof(Window) - for_reports - window.table.own_slots_bytes() + window.bytes();
        use.table_bytes += window.table.bytes();
    }
    return use;
}

std::unique_ptr<Process> make_process(Rank rank, Rank ranks, WindowId windows, const Config& config,
                                      const World& world) {
    return std::make_unique<Engine>(rank, ranks, windows, config, world);
}

}  // namespace rmasim::ch3
