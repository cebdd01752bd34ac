// The part of HostedWorld that reports the accesses of messages and collective calls to their buffers.
#include "sim/mpi/hosted/hosted_world.h"

#include <utility>

namespace rmasim::sim {

const CallAnswer& HostedWorld::make(CallRequest&& request) {
    if (!simulation_->watches_memory()) return call(caller(), std::move(request));
    Buffers buffers = take_buffers();
    report(buffers.loads, false);
    const CallAnswer& answer = call(caller(), std::move(request));
    std::vector<ByteRun>& begun = of_thread().begun;
    begun.insert(begun.end(), buffers.stores.begin(), buffers.stores.end());
    if (answer.request == no_request) report(std::exchange(begun, {}), true);
    return answer;
}

void HostedWorld::uses_buffer(const OriginBuffer& buffer, std::uint64_t bytes, bool stores) {
    if (!simulation_->watches_memory() || bytes == 0) return;
    Buffers& buffers = of_thread().buffers;
    std::vector<ByteRun>& runs = stores ? buffers.stores : buffers.loads;
    memory().add_runs_of(buffer, Datatype::byte, bytes, runs);
}

std::function<void()> HostedWorld::finishing(std::function<void()> finish) {
    std::vector<ByteRun> begun = std::exchange(of_thread().begun, {});
    if (begun.empty()) return finish;
    return [this, begun = std::move(begun), finish = std::move(finish)] {
        if (finish) finish();
        report(begun, true);
    };
}

void HostedWorld::report(const std::vector<ByteRun>& runs, bool stores) {
    if (runs.empty()) return;
    const std::uint32_t location = call_sites_.number(caller().returns_to);
    for (const ByteRun& run : runs) {
        simulation_->accessed(rank(), thread(), {.location = location, .bytes = run, .stores = stores});
    }
}

}  // namespace rmasim::sim
