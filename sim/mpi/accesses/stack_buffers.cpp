#include "sim/mpi/accesses/stack_buffers.h"

#include "sim/machine/arena/arena.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

std::uint64_t word_at(std::uint64_t address) {
    return *reinterpret_cast<const std::uint64_t*>(static_cast<std::uintptr_t>(address));
}

bool contains(const ByteRun& run, std::uint64_t address) { return address >= run.begin && address < run.end; }

}  // namespace

// True if the frame of a recorded buffer still exists: its function has not returned since, and is at the same call.
bool StackBuffers::exists(const StackBuffer& buffer, std::uint64_t stack_pointer) {
    const StackFrame& frame = buffer.frame;
    return frame.called_slot() >= stack_pointer &&
           word_at(frame.called_slot()) == reinterpret_cast<std::uintptr_t>(frame.instruction) &&
           word_at(frame.return_slot()) == buffer.returns_to;
}

StackBuffers::OfThread& StackBuffers::thread_of(const CallBy& call) {
    std::vector<OfThread>& threads = ranks_[static_cast<std::size_t>(call.rank)];
    if (threads.size() <= call.thread) threads.resize(call.thread + std::size_t{1});
    return threads[call.thread];
}

const StackBuffer* StackBuffers::note(const CallBy& call, std::uint64_t stack_pointer, const ByteRun& buffer) {
    if (buffer.begin < stack_pointer || buffer.begin == buffer.end) return nullptr;
    const Arena::Pause pause;  // checkpoints do not contain the records
    OfThread& thread = thread_of(call);
    // A later thread with the same number may have its stack at higher addresses.
    if (stack_pointer >= thread.end_of_stack) thread.end_of_stack = 0;
    if (thread.end_of_stack != 0 && buffer.begin >= thread.end_of_stack) return nullptr;
    std::vector<StackBuffer>& recorded = thread.recorded[call.location];
    const auto same = std::ranges::find_if(recorded, [&](const StackBuffer& one) {
        return contains(one.bytes, buffer.begin) && exists(one, stack_pointer);
    });
    if (same != recorded.end()) return &*same;
    const std::optional<LoadedFiles::FoundFrame> at = LoadedFiles::frame_at(buffer.begin, thread.end_of_stack);
    if (!at) return nullptr;
    StackBuffer found{.bytes = buffer, .frame = at->frame, .returns_to = word_at(at->frame.return_slot())};
    for (const StackFrame& frame : {at->frame, at->called}) {
        if (frame.instruction == nullptr || found.variable != nullptr) continue;
        const std::optional<VariableInMemory> variable = files_.local_variable_at(frame, buffer.begin);
        if (!variable) continue;
        found = {.bytes = {variable->begin, variable->begin + variable->variable->bytes},
                 .frame = frame,
                 .variable = variable->variable,
                 .files = &files_.of(LoadedFiles::offset_of(frame.instruction)),
                 .returns_to = word_at(frame.return_slot())};
    }
    if (recorded.size() == max_recorded) return &(thread.last = found);
    return &recorded.emplace_back(found);
}

const StackBuffer* StackBuffers::find(Rank rank, std::uint32_t location, std::uint64_t address) const {
    const StackBuffer* found = nullptr;
    for (const OfThread& thread : ranks_[static_cast<std::size_t>(rank)]) {
        const auto recorded = thread.recorded.find(location);
        if (recorded == thread.recorded.end()) continue;
        for (const StackBuffer& one : recorded->second) {
            if (!contains(one.bytes, address)) continue;
            const bool is_another = one.variable == nullptr || (found != nullptr && found->variable != one.variable);
            if (is_another) return nullptr;
            found = &one;
        }
    }
    return found;
}

}  // namespace rmasim::sim
