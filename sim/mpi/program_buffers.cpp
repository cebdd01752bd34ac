// The part of ProgramWorld that detects buffers that die: their function returns, or they are freed or changed, before
// their operation is complete at its origin.
#include "protocol/base/call_table.h"
#include "sim/machine/arena/arena.h"
#include "sim/mpi/program_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::string_view page_of_buffers = "protocol/memmodel/RULES.md#buffer_in_use";

}  // namespace

// Records the buffers of an operation. With instrumented programs, the checks of loads and stores notice changes of the
// source buffer. Otherwise its bytes are recorded.
void ProgramWorld::note_source(ThreadState& own, const Caller& caller, CallRequest& request) {
    own.in_frames.clear();
    if (!is_operation(request.call)) return;
    Operation& operation = request.operation;
    std::vector<ByteRun>& runs = runs_of_call_;
    runs.clear();
    memory_.add_runs_of(operation.origin, operation.region.datatype, operation.elements_sent(), runs);
    std::erase_if(runs, [](const ByteRun& run) { return run.begin == run.end; });
    const std::size_t sources = runs.size();
    if (watches_memory() && fetches(operation.kind)) {
        memory_.add_runs_of(operation.result, operation.region.datatype, operation.region.count, runs);
    }
    note_buffers(own, runs);
    if (watches_accesses() || sources == 0) return;
    const SourceBuffers::Source source{.rank = rank(),
                                       .thread = thread(),
                                       .function = caller.function,
                                       .location = own.location,
                                       .stack_pointer = own.stack_pointer};
    for (std::size_t i = 0; i < sources; ++i) runs[i] = memory_.present(source.rank, runs[i]);
    operation.origin = with_source(operation.origin, source_buffers_.add(source, std::span(runs).first(sources)));
}

// Reports a source buffer that has died before the core has read its bytes.
void ProgramWorld::source_read(std::uint32_t number, std::span<const std::byte> bytes) {
    const std::optional<SourceBuffers::Source> source = source_buffers_.take(number);
    if (!source) return;
    const auto& threads = states_[static_cast<std::size_t>(source->rank)].threads;
    const BufferDeath death = SourceBuffers::death_of(*source, bytes, threads[source->thread].stack_pointer);
    if (death == BufferDeath::none) return;
    const std::string buffer =
        "source buffer" + name_of_buffer(source->rank, source->location, {source->first, source->first + 1});
    simulation_->add_erroneous(source->rank, source->thread, source->function, source->location,
                               SourceBuffers::text_of(death, buffer), page_of_buffers);
}

// Records the buffers of the current call that are on the stack of the calling thread.
void ProgramWorld::note_buffers(ThreadState& own, std::span<const ByteRun> runs) {
    std::vector<FrameBuffer>& found = own.in_frames;
    found.clear();
    for (const ByteRun& run : runs) {
        const StackBuffer* const one = stack_buffers_.note({rank(), thread(), own.location}, own.stack_pointer, run);
        if (one != nullptr && watches_accesses()) found.push_back({run, one->frame.return_slot()});
    }
}

void ProgramWorld::note_buffers(const OtherFunction& function) {
    if (!watches_memory()) return;
    std::vector<ByteRun> runs;
    if (function.lasts_beyond) {
        runs = function.loads;
        runs.insert(runs.end(), function.stores.begin(), function.stores.end());
    }
    note_buffers(own(), runs);
}

std::optional<ProgramVariable> ProgramWorld::variable_at(Rank rank, std::uint32_t location, const ByteRun& bytes) {
    const Arena::Pause pause;  // checkpoints do not contain the debug information
    const auto made = [&](const Variable& variable, std::uint64_t begin, const DebugInformation& from) {
        const std::uint64_t end = std::min(bytes.end - begin, variable.bytes);
        return ProgramVariable{variable.name, from.part_of(variable, bytes.begin - begin, end), variable.declared_at,
                               begin};
    };
    if (const StackBuffer* const found = stack_buffers_.find(rank, location, bytes.begin)) {
        return made(*found->variable, found->bytes.begin, *found->files);
    }
    const auto* const first = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(bytes.begin));
    const std::optional<VariableInMemory> found = files_.static_variable_at(first);
    if (!found) return std::nullopt;
    return made(*found->variable, found->begin, files_.of(LoadedFiles::offset_of(first)));
}

// Returns the name of a buffer for reports: ' "x[3]" (declared at halo.c:7)'. Empty if the name is not known.
std::string ProgramWorld::name_of_buffer(Rank rank, std::uint32_t location, const ByteRun& bytes) {
    const std::optional<ProgramVariable> variable = variable_at(rank, location, bytes);
    if (!variable) return {};
    const std::string declared =
        variable->declared_at.empty() ? "" : fmt::format(" (declared at {})", variable->declared_at);
    return fmt::format(" \"{}\"{}", variable->name, declared);
}

void ProgramWorld::begin_use(Rank rank, const ByteRun& bytes, WatchedMemory::Use use) {
    accesses_->memory().add(rank, bytes, use);
    const ThreadState& thread = states_[static_cast<std::size_t>(rank)].threads.front();
    WatchedBuffers::Buffer buffer{bytes, use, thread.inside.function, thread.location, 0, false};
    const auto frame =
        std::ranges::find_if(thread.in_frames, [&](const FrameBuffer& one) { return one.bytes.begin == bytes.begin; });
    if (frame != thread.in_frames.end()) buffer.slot = frame->slot;
    watched_buffers_.add(rank, std::move(buffer));
}

void ProgramWorld::frees(const Caller& caller, const ByteRun& bytes) {
    if (!may_access() || may_have_threads_) return;
    report_dead(caller, watched_buffers_.note_freed(rank(), bytes), "is freed");
}

// Later accesses to the bytes of a frame are not checked, since other functions use the same stack.
void ProgramWorld::returns(const Caller& caller, std::uint64_t slot) {
    if (!may_access()) return;
    const std::vector<WatchedBuffers::Buffer> dead = watched_buffers_.take_in_frame(rank(), slot);
    report_dead(caller, dead, "ceases to exist when its function returns");
    for (const WatchedBuffers::Buffer& one : dead) accesses_->memory().remove(rank(), one.bytes, one.use);
}

// Reports buffers that have died.
void ProgramWorld::report_dead(const Caller& caller, const std::vector<WatchedBuffers::Buffer>& buffers,
                               std::string_view how) {
    if (buffers.empty()) return;
    report_accesses();
    call_sites_.look_up();
    for (const WatchedBuffers::Buffer& one : buffers) {
        const bool reads = one.use == WatchedMemory::Use::read_only;
        const std::string name = name_of_buffer(rank(), one.location, one.bytes);
        add_erroneous(caller,
                      fmt::format("the {} buffer{} of {} at {} {} before the operation is complete at its origin",
                                  reads ? "source" : "result", name, one.function, call_sites_.text(one.location), how),
                      page_of_buffers);
    }
}

}  // namespace rmasim::sim
