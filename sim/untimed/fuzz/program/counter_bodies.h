// Generates the middle steps of an episode of a random program with synchronisation counters. (An episode is a sequence
// of steps that uses counters of its own.) The middle steps are operations, the requests that cover these operations,
// and waits for counters. counter_steps.h generates the first and the last steps.
#pragma once

#include "sim/untimed/fuzz/program/counter_steps.h"
#include "sim/untimed/fuzz/program/random_operations.h"

#include <map>

namespace rmasim::fuzz {

class CounterBodies {
public:
    // All arguments must outlive this object. `between` has the random numbers for additional calls between operations.
    // Each of these calls tests several requests and reports only some of them. If `between` is null, no such calls are
    // generated.
    CounterBodies(sim::Random& random, RandomProgram& program, RandomOperations& operations, CounterSteps& steps,
                  sim::Random* between)
        : random_(random), program_(program), random_operations_(operations), steps_(steps), between_(between) {}

    // Adds the calls of START that start the counters for a round of the episode. The caller must add a barrier after
    // them.
    void start_round(const Episode& episode, int unit);
    // Adds all rounds of the episode. In an episode of kind gather, barriers separate the rounds.
    void add(const Episode& episode);

private:
    using Channels = std::vector<const Channel*>;
    using Counters = std::vector<const PlannedCounter*>;
    struct Awaited {
        std::uint32_t request;
        bool restart;
        bool object;
        const Channel* channel = nullptr;  // null if the request is the one of a counter
    };
    using AwaitedList = std::vector<Awaited>;
    // The position in the program at which steps are added.
    struct Stage {
        const Episode& episode;
        int unit;
        Rank rank;
    };

    void gather(const Episode& episode, int unit);
    void halo(const Stage& stage);
    void chain(const Stage& stage);

    // Adds operations on the targets of the channels `pending`, and waits for the requests of some of these channels.
    // Returns the requests for which the rank must still wait, by thread. (A channel is an origin's persistent request
    // that signals a counter.)
    std::map<ThreadId, AwaitedList> operate(const Stage& stage, Channels pending);
    void operation(const Stage& stage, const Channel& channel);
    void start_channels(const Stage& stage, const Channels& channels);
    void begin_late(const Stage& stage, const Counters& counters);
    void init_again(const Episode& episode, int unit);

    // Returns the requests of the channels, grouped by thread.
    static std::map<ThreadId, AwaitedList> awaited_of(const Channels& channels);
    // Adds a call that tests the requests without reporting any of them. Then adds more operations, which the requests
    // must cover, too.
    void leave_all(const Stage& stage, ThreadId thread, const AwaitedList& awaited);
    void wait_for_some(const Stage& stage, ThreadId thread, const AwaitedList& awaited);

    void finish(const Stage& stage, std::map<ThreadId, AwaitedList> awaited);
    void finish(const Stage& stage, ThreadId thread, AwaitedList awaited);
    void wait_each(const Stage& stage, ThreadId thread, AwaitedList awaited);
    // Adds a call that waits for or tests requests. `tests` is true if later calls wait for the same requests.
    void call(const Stage& stage, ThreadId thread, Call call, const AwaitedList& awaited, bool tests = false);
    void wait_for(const Stage& stage, const PlannedCounter& counter);
    void show_window(Rank rank);

    ThreadId operating_thread(Rank origin, Rank target) const {
        return static_cast<ThreadId>(static_cast<ThreadId>(origin + target) % program_.threads);
    }

    sim::Random& random_;
    RandomProgram& program_;
    RandomOperations& random_operations_;
    CounterSteps& steps_;
    sim::Random* between_;  // null if no calls between operations are generated
};

}  // namespace rmasim::fuzz
