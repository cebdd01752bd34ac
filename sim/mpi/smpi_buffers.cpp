// The part of SmpiWorld that detects buffers that die: their function returns, or they are freed or changed, before
// their operation is complete at its origin.
#include "sim/mpi/smpi_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

std::uint64_t stack_pointer() { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }

}  // namespace

// Records the source buffer of an operation. With instrumented programs, the checks of loads and stores notice changes,
// so only the frame of the buffer is recorded.
void SmpiWorld::note_source(const Caller& caller, CallRequest& request) {
    Operation& operation = request.operation;
    std::vector<ByteRun> runs = memory_.runs_of(operation.origin, operation.region.datatype, operation.elements_sent());
    if (watches_accesses()) {
        if (fetches(operation.kind)) {
            std::ranges::copy(memory_.runs_of(operation.result, operation.region.datatype, operation.region.count),
                              std::back_inserter(runs));
        }
        return note_frames(runs);
    }
    std::erase_if(runs, [](const ByteRun& run) { return run.begin == run.end; });
    if (runs.empty()) return;
    const SourceBuffers::Source source{.rank = rank(),
                                       .thread = thread(),
                                       .function = caller.function,
                                       .location = own().location,
                                       .stack_pointer = own().stack_pointer};
    operation.origin = with_source(operation.origin, source_buffers_.add(source, runs));
}

// Reports a source buffer that has died before the core has read its bytes.
void SmpiWorld::source_read(std::uint32_t number, std::span<const std::byte> bytes) {
    const std::optional<SourceBuffers::Source> source = source_buffers_.take(number);
    if (!source) return;
    const auto& threads = states_[static_cast<std::size_t>(source->rank)].threads;
    const BufferDeath death = SourceBuffers::death_of(*source, bytes, threads[source->thread].stack_pointer);
    if (death == BufferDeath::none) return;
    simulation_->add_erroneous(source->rank, source->thread, source->function, source->location,
                               SourceBuffers::text_of(death));
}

// Finds the frames of those buffers of the current call that are on the stack of the calling thread.
void SmpiWorld::note_frames(std::span<const ByteRun> runs) {
    std::vector<FrameBuffer>& found = own().in_frames;
    found.clear();
    for (const ByteRun& run : runs) {
        if (run.begin < stack_pointer()) continue;
        const auto* const first = reinterpret_cast<const void*>(run.begin);
        const std::optional<std::uint64_t> slot = LoadedFiles::return_slot_of(first);
        if (!slot) continue;
        const std::optional<VariableByte> variable = files_.variable_at(first);
        found.push_back({run, *slot, variable ? variable->name : ""});
    }
}

void SmpiWorld::note_frames(const OtherFunction& function) {
    if (!watches_accesses()) return;
    std::vector<ByteRun> runs;
    if (function.lasts_beyond) {
        runs = function.loads;
        runs.insert(runs.end(), function.stores.begin(), function.stores.end());
    }
    note_frames(runs);
}

void SmpiWorld::begin_use(Rank rank, const ByteRun& bytes, WatchedMemory::Use use) {
    accesses_->memory().add(bytes, use);
    const ThreadState& thread = states_[static_cast<std::size_t>(rank)].threads.front();
    WatchedBuffers::Buffer buffer{bytes, use, thread.inside.function, thread.location, 0, "", false};
    const auto frame =
        std::ranges::find_if(thread.in_frames, [&](const FrameBuffer& one) { return one.bytes.begin == bytes.begin; });
    if (frame != thread.in_frames.end()) {
        buffer.slot = frame->slot;
        buffer.variable = frame->variable;
    }
    watched_buffers_.add(rank, std::move(buffer));
}

void SmpiWorld::frees(const Caller& caller, const ByteRun& bytes) {
    if (!may_access() || may_have_threads_) return;
    report_dead(caller, watched_buffers_.note_freed(rank(), bytes), "is freed");
}

// Later accesses to the bytes of a frame are not checked, since other functions use the same stack.
void SmpiWorld::returns(const Caller& caller, std::uint64_t slot) {
    if (!may_access()) return;
    const std::vector<WatchedBuffers::Buffer> dead = watched_buffers_.take_in_frame(rank(), slot);
    report_dead(caller, dead, "ceases to exist when its function returns");
    for (const WatchedBuffers::Buffer& one : dead) accesses_->memory().remove(one.bytes, one.use);
}

// Reports buffers that have died.
void SmpiWorld::report_dead(const Caller& caller, const std::vector<WatchedBuffers::Buffer>& buffers,
                            std::string_view how) {
    if (buffers.empty()) return;
    report_accesses();
    call_sites_.look_up();
    for (const WatchedBuffers::Buffer& one : buffers) {
        const bool reads = one.use == WatchedMemory::Use::read_only;
        const std::string name = one.variable.empty() ? "" : fmt::format(" \"{}\"", one.variable);
        add_erroneous(
            caller, fmt::format("the {} buffer{} of {} at {} {} before the operation is complete at its origin",
                                reads ? "source" : "result", name, one.function, call_sites_.text(one.location), how));
    }
}

}  // namespace rmasim::sim
