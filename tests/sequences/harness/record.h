// Records the transcript of a sequence, and its packet counts by pair and kind.
#pragma once

#include "sim/untimed/world/transcript.h"
#include "tests/sequences/harness/pair_counts.h"

namespace rmasim::seq {

class Record final : public sim::Transcript {
public:
    explicit Record(const sim::Scenario& scenario) : Transcript(scenario), counts_(vocabulary()) {}

    // The meaning of the number `what` in sim::report_buffer(what): the kind of an operation, a message, or a
    // collective call.
    static constexpr std::int64_t message = -1;
    static constexpr std::int64_t collective(Call call) { return message - 1 - static_cast<std::int64_t>(call); }

    void packet_sent(const Packet& packet) override;
    void cache_flushed(Rank rank, WindowId window, std::uint32_t lines) override;
    void cache_invalidated(Rank rank, WindowId window, std::uint32_t lines) override;
    void data_fetched(Rank rank, std::int64_t what, Datatype datatype, std::span<const std::byte> data) override;

    const PairCounts& counts() const { return counts_; }

private:
    PairCounts counts_;
};

}  // namespace rmasim::seq
