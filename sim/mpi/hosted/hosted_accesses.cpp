// The part of HostedWorld that reports the accesses of messages and collective calls to their buffers, and those of the
// programs.
#include "sim/mpi/hosted/hosted_world.h"

#include "protocol/base/call_table.h"

#include <utility>

namespace rmasim::sim {

namespace {

// True for a call whose buffers are in use until another call has completed its request.
bool begins_only(Call call) {
    return call == Call::request_start || description_of(call).arguments.contains(Argument::new_request);
}

}  // namespace

const CallAnswer& HostedWorld::make(CallRequest&& request) {
    if (!simulation_->watches_memory()) return call(caller(), std::move(request));
    Buffers buffers = take_buffers();
    if (begins_only(request.call)) {
        const CallAnswer& answer = call(caller(), std::move(request));
        begin_use(std::move(buffers));
        return answer;
    }
    report(buffers.loads, false);
    const CallAnswer& answer = call(caller(), std::move(request));
    end_uses(std::exchange(of_thread().begun, {}));
    report(buffers.stores, true);
    return answer;
}

void HostedWorld::begin_use(Buffers buffers) {
    if (buffers.loads.empty() && buffers.stores.empty()) return;
    std::vector<ByteRun> runs = buffers.loads;
    runs.insert(runs.end(), buffers.stores.begin(), buffers.stores.end());
    note_buffers(own(), runs);
    of_thread().begun.push_back(++uses_);
    simulation_->uses(rank(), thread(), {uses_, false, {std::move(buffers.loads), std::move(buffers.stores)}});
}

void HostedWorld::end_uses(const std::vector<std::uint64_t>& begun) {
    for (const std::uint64_t number : begun) simulation_->uses(rank(), thread(), {number, true, {}});
}

void HostedWorld::uses_buffer(const OriginBuffer& buffer, std::uint64_t bytes, bool stores) {
    if (!simulation_->watches_memory() || bytes == 0) return;
    Buffers& buffers = of_thread().buffers;
    std::vector<ByteRun>& runs = stores ? buffers.stores : buffers.loads;
    memory().add_runs_of(buffer, Datatype::byte, bytes, runs);
}

std::function<void()> HostedWorld::finishing(std::function<void()> finish) {
    std::vector<std::uint64_t> begun = std::exchange(of_thread().begun, {});
    if (begun.empty()) return finish;
    return [this, begun = std::move(begun), finish = std::move(finish)] {
        if (finish) finish();
        end_uses(begun);
    };
}

void HostedWorld::report(const std::vector<ByteRun>& runs, bool stores) {
    if (runs.empty()) return;
    const std::uint32_t location = call_sites_.number(caller().returns_to);
    for (const ByteRun& run : runs) {
        simulation_->accessed(rank(), thread(), {.location = location, .bytes = run, .stores = stores});
    }
}

ProgramEvents* program_events() {
    return HostedWorld::exists() && HostedWorld::get().has_joined() ? &HostedWorld::get() : nullptr;
}

}  // namespace rmasim::sim
