// The test bench: engines of all ranks, the packets between them, their memory. Nothing moves unless told to.
#pragma once

#include "protocol/newrma/engine.h"
#include "tests/sequences/harness/byte_memory.h"
#include "tests/sequences/harness/caller.h"
#include "tests/sequences/harness/pair_queues.h"

#include <functional>
#include <memory>
#include <optional>

namespace rmasim::seq {

struct WorldSettings {
    Rank ranks = 2;
    WindowId windows = 1;
    std::size_t window_bytes = 4096;
    Rank node = 1;        // ranks a node; with more than one the windows are shared
    bool ordered = true;  // packets of a pair do not overtake each other
    newrma::Config config;
};

class TestWorld {
public:
    explicit TestWorld(const WorldSettings& settings);

    // Begins a call; runs it to its end or to its first wait. The transcript shows the answer of a test. Returns the
    // request of an r-form, and none when the caller is inside another call.
    RequestId begin(Caller caller, CallRequest request);

    void deliver(const Delivery& delivery);
    // Delivers until nothing moves. `choose` picks one of the packets that can be delivered, or none to stop early.
    using Choose = std::function<std::optional<std::size_t>(const std::vector<Delivery>&)>;
    void settle(const Choose& choose);
    // The lowest pair first.
    void settle();

    // Who waits for what, a line each.
    std::vector<std::string> waiting() const;
    std::vector<std::string> state_of(Rank rank) const;
    std::vector<std::string> pools_of(Rank rank) const;
    // Slots in use of each window, and what the last search cost.
    std::vector<std::string> table_of(Rank rank) const;
    // Elements that are not in their pools, a line each.
    std::vector<std::string> elements_out() const;
    // All there is to see from outside: waits, states, pools, memory, and the counts by kind if they are wanted.
    std::vector<std::string> end_state(bool with_counts);
    // What a sequence must not leave behind: packets, waiting calls, payloads, elements.
    std::vector<std::string> leftovers() const;

    newrma::Engine& engine(Rank rank) { return *engines_.at(static_cast<std::size_t>(rank)); }
    const WorldSettings& settings() const { return settings_; }
    Transcript& transcript() { return transcript_; }
    PairQueues& packets() { return packets_; }
    ByteMemory& memory() { return memory_; }

private:
    struct Running {
        Call call;
        Rank target;
        CallAnswer answer;
        Task<> task;
        std::optional<Awaited> awaited;  // what the transcript said last
    };

    void note_progress(Rank rank);
    void finish(Caller caller);
    std::map<Caller, WaitReason> waits_of(Rank rank) const;

    WorldSettings settings_;
    Transcript transcript_{newrma::packet_vocabulary};
    PairQueues packets_;
    ByteMemory memory_;
    std::vector<std::unique_ptr<newrma::Engine>> engines_;
    std::map<Caller, Running> running_;  // goes before the engines, whose state the calls refer to
};

}  // namespace rmasim::seq
