// The part of HostedWorld that reports the accesses of messages and collective calls to their buffers, and those of the
// programs.
#include "sim/mpi/hosted/hosted_world.h"

#include "protocol/base/call_table.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

// True for a call whose buffers are in use until another call has completed its request.
bool begins_only(Call call) {
    return call == Call::request_start || description_of(call).arguments.contains(Argument::new_request);
}

void take_out(std::vector<ByteRun>& runs, const ByteRun& bytes) {
    std::vector<ByteRun> left;
    for (const ByteRun& run : runs) {
        if (run.begin < bytes.begin) left.push_back({run.begin, std::min(run.end, bytes.begin)});
        if (run.end > bytes.end) left.push_back({std::max(run.begin, bytes.end), run.end});
    }
    runs = std::move(left);
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

void HostedWorld::uses_buffer(const OriginBuffer& buffer, std::uint64_t bytes, BufferUse use) {
    if (!simulation_->watches_memory() || bytes == 0) return;
    Buffers& buffers = of_thread().buffers;
    if (use == BufferUse::loaded) return memory().add_runs_of(buffer, Datatype::byte, bytes, buffers.loads);
    if (use == BufferUse::stored) return memory().add_runs_of(buffer, Datatype::byte, bytes, buffers.stores);
    std::vector<ByteRun> parts;
    memory().add_runs_of(buffer, Datatype::byte, bytes, parts);
    for (const ByteRun& unused : parts) {
        take_out(buffers.stores, unused);
        if (use == BufferUse::not_used) take_out(buffers.loads, unused);
    }
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
