#include "sim/mpi/accesses/source_buffers.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <memory>

namespace rmasim::sim {

namespace {

std::uint64_t digest_of(std::span<const ByteRun> runs) {
    if (runs.size() == 1) {
        const ByteRun& run = runs.front();
        return ::XXH3_64bits(reinterpret_cast<const void*>(run.begin), run.end - run.begin);
    }
    struct Free {
        void operator()(XXH3_state_t* state) const { ::XXH3_freeState(state); }
    };
    const std::unique_ptr<XXH3_state_t, Free> state(::XXH3_createState());
    ::XXH3_64bits_reset(state.get());
    for (const ByteRun& run : runs) {
        ::XXH3_64bits_update(state.get(), reinterpret_cast<const void*>(run.begin), run.end - run.begin);
    }
    return ::XXH3_64bits_digest(state.get());
}

}  // namespace

std::uint32_t SourceBuffers::add(Source source, std::span<const ByteRun> runs) {
    source.first = runs.front().begin;
    source.digest = digest_of(runs);
    last_ = last_ % max_number + 1;
    sources_.insert_or_assign(last_, source);
    return last_;
}

std::optional<SourceBuffers::Source> SourceBuffers::take(std::uint32_t number) {
    const auto found = sources_.find(number);
    if (found == sources_.end()) return std::nullopt;
    const Source source = found->second;
    sources_.erase(found);
    return source;
}

const SourceBuffers::Source* SourceBuffers::find(Rank rank, std::uint64_t first) const {
    const auto found = std::ranges::find_if(
        sources_, [&](const auto& one) { return one.second.rank == rank && one.second.first == first; });
    return found == sources_.end() ? nullptr : &found->second;
}

// A stack grows downwards. So a buffer on the stack has an address above the stack pointer at its call. When the stack
// pointer of a later call is above the buffer, the function that had the buffer has returned.
BufferDeath SourceBuffers::death_of(const Source& source, std::span<const std::byte> bytes,
                                    std::uint64_t stack_pointer) {
    if (source.stack_pointer <= source.first && source.first < stack_pointer) return BufferDeath::returned;
    const bool same = ::XXH3_64bits(bytes.data(), bytes.size()) == source.digest;
    return same ? BufferDeath::none : BufferDeath::changed;
}

std::string SourceBuffers::text_of(BufferDeath death, const std::string& buffer) {
    if (death == BufferDeath::returned) {
        return fmt::format(
            "its {} is a local variable of a function that has returned before the operation was "
            "complete at its origin; complete the operation before the function returns",
            buffer);
    }
    return fmt::format(
        "the bytes of its {} have changed before the operation was complete at its origin: the program "
        "has stored to the buffer, freed it, or returned from its function (without cc --watch, a "
        "change is only seen if the bytes differ when they are read)",
        buffer);
}

}  // namespace rmasim::sim
