#include "sim/mpi/accesses/source_buffers.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <utility>

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
    recent_.push_back({source});
    if (recent_.size() > max_recent) {
        old_.insert_or_assign(first_, recent_.front().source);
        drop_first();
    }
    return last_;
}

// Removes the first recent one, and those behind it that have been read.
void SourceBuffers::drop_first() {
    do {
        recent_.pop_front();
        first_ = first_ % max_number + 1;
    } while (!recent_.empty() && recent_.front().is_read);
}

std::optional<SourceBuffers::Source> SourceBuffers::take(std::uint32_t number) {
    // Numbers begin again after the greatest one.
    const std::uint32_t nth = number >= first_ ? number - first_ : number + max_number - first_;
    if (nth < recent_.size()) {
        Recent& recent = recent_[nth];
        if (std::exchange(recent.is_read, true)) return std::nullopt;
        const Source source = recent.source;
        if (nth == 0) drop_first();
        return source;
    }
    const auto found = old_.find(number);
    if (found == old_.end()) return std::nullopt;
    const Source source = found->second;
    old_.erase(found);
    return source;
}

const SourceBuffers::Source* SourceBuffers::find(Rank rank, std::uint64_t first) const {
    const auto is_it = [&](const Source& one) { return one.rank == rank && one.first == first; };
    for (const auto& [number, source] : old_) {
        if (is_it(source)) return &source;
    }
    const auto found =
        std::ranges::find_if(recent_, [&](const Recent& one) { return !one.is_read && is_it(one.source); });
    return found == recent_.end() ? nullptr : &found->source;
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
