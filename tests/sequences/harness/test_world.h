// The test bench: engines of all ranks, the packets between them, their memory. Nothing moves unless told to.
#pragma once

#include "protocol/newrma/engine.h"
#include "tests/sequences/harness/byte_memory.h"
#include "tests/sequences/harness/pair_queues.h"

#include <functional>
#include <memory>
#include <optional>

namespace rmasim::seq {

struct WorldSettings {
    Rank ranks = 2;
    WindowId windows = 1;
    std::size_t window_bytes = 4096;
    newrma::Config config;
};

class TestWorld {
public:
    explicit TestWorld(const WorldSettings& settings);

    // Begins a call; runs it to its end or to its first wait.
    using Begin = std::function<Task<>(newrma::Engine&)>;
    void begin(Rank rank, const std::string& name, const Begin& begin);

    // Delivers the first packet of `pair`; one must be waiting.
    void deliver(Pair pair);
    // Delivers until nothing moves. `choose` picks one of the pairs that can deliver, or none to stop early.
    using Choose = std::function<std::optional<std::size_t>(const std::vector<Pair>&)>;
    void settle(const Choose& choose);
    // The lowest pair first.
    void settle();

    // Who waits for what, a line each.
    std::vector<std::string> waiting() const;
    std::vector<std::string> state_of(Rank rank) const;
    std::vector<std::string> pools_of(Rank rank) const;
    // Elements that are not in their pools, a line each.
    std::vector<std::string> elements_out() const;
    // All there is to see from outside: waits, states, pools, memory, and the counts by kind if they are wanted.
    std::vector<std::string> end_state(bool with_counts);
    // What a sequence must not leave behind: packets, waiting calls, payloads, elements.
    std::vector<std::string> leftovers() const;

    const WorldSettings& settings() const { return settings_; }
    Transcript& transcript() { return transcript_; }
    PairQueues& packets() { return packets_; }
    ByteMemory& memory() { return memory_; }

private:
    struct Running {
        std::string name;
        Task<> task;
        std::optional<Awaited> awaited;  // what the transcript said last
    };

    void note_progress(Rank rank);
    void finish(Rank rank);
    std::optional<WaitReason> wait_of(Rank rank) const;

    WorldSettings settings_;
    Transcript transcript_;
    PairQueues packets_;
    ByteMemory memory_;
    std::vector<std::unique_ptr<newrma::Engine>> engines_;
    std::vector<std::optional<Running>> running_;  // by rank; goes before the engines, whose state the calls refer to
};

}  // namespace rmasim::seq
