// Generates the middle steps of an episode of a random program with synchronisation counters: operations, the requests
// that cover these operations, and waits for counters. counter_steps.h generates the first and the last steps.
#pragma once

#include "sim/untimed/fuzz/counter_steps.h"
#include "sim/untimed/fuzz/random_operations.h"

#include <map>

namespace rmasim::fuzz {

class CounterBodies {
public:
    // All arguments must outlive this object. `between` generates calls between operations that report only some of
    // their requests. If `between` is null, no such calls are generated.
    CounterBodies(sim::Random& random, RandomProgram& program, RandomOperations& operations, CounterSteps& steps,
                  sim::Random* between)
        : random_(random), program_(program), random_operations_(operations), steps_(steps), between_(between) {}

    // Adds steps that start the counters for a round. The caller must add a barrier after them.
    void start_round(const Episode& episode, int unit);
    // Adds all rounds of the episode. The rounds of a gather have barriers between them.
    void add(const Episode& episode);

private:
    using Channels = std::vector<const Channel*>;
    using Counters = std::vector<const PlannedCounter*>;
    struct Awaited {
        std::uint32_t request;
        bool restart;
        bool object;
        const Channel* channel = nullptr;  // null unless it is a request of operations
    };
    using AwaitedList = std::vector<Awaited>;
    // The position at which steps are added.
    struct Stage {
        const Episode& episode;
        int unit;
        Rank rank;
    };

    void gather(const Episode& episode, int unit);
    void halo(const Stage& stage);
    void chain(const Stage& stage);

    // Adds operations on the targets of the channels `pending`, and waits for some of the channels' requests. Returns
    // the remaining requests by thread.
    std::map<ThreadId, AwaitedList> operate(const Stage& stage, Channels pending);
    void operation(const Stage& stage, const Channel& channel);
    void start_channels(const Stage& stage, const Channels& channels);
    void begin_late(const Stage& stage, const Counters& counters);
    void init_again(const Episode& episode, int unit);

    // Returns the requests of the channels by thread.
    static std::map<ThreadId, AwaitedList> awaited_of(const Channels& channels);
    // Adds a call that reports none of the requests. Then adds more operations: the requests must cover these
    // operations, too.
    void leave_all(const Stage& stage, ThreadId thread, const AwaitedList& awaited);
    void wait_for_some(const Stage& stage, ThreadId thread, const AwaitedList& awaited);

    void finish(const Stage& stage, std::map<ThreadId, AwaitedList> awaited);
    void finish(const Stage& stage, ThreadId thread, AwaitedList awaited);
    void wait_each(const Stage& stage, ThreadId thread, AwaitedList awaited);
    // Adds a call on requests. `tests` is true if later calls wait for the same requests.
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
