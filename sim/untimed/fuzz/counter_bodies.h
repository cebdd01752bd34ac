// What the ranks do in an episode of a random program with synchronisation counters: operations, the requests that
// cover them, and the waits for counters.
#pragma once

#include "sim/untimed/fuzz/counter_steps.h"
#include "sim/untimed/fuzz/random_operations.h"

#include <map>

namespace rmasim::fuzz {

class CounterBodies {
public:
    // All must outlive this object.
    // `between`: whether, and how, calls that report only some of their requests come between operations.
    CounterBodies(sim::Random& random, RandomProgram& program, RandomOperations& drawn, CounterSteps& steps,
                  sim::Random* between)
        : random_(random), program_(program), drawn_(drawn), steps_(steps), between_(between) {}

    // Starts the counters for a round. A barrier must follow.
    void start_round(const Episode& episode, int unit);
    // All rounds; the barriers of a gather are between them.
    void add(const Episode& episode);

private:
    using Channels = std::vector<const Channel*>;
    using Counters = std::vector<const PlannedCounter*>;
    struct Awaited {
        std::uint32_t request;
        bool restart;
        bool object;
        const Channel* channel = nullptr;  // of a request of operations
    };
    using AwaitedList = std::vector<Awaited>;
    // Where steps go.
    struct Place {
        const Episode& episode;
        int unit;
        Rank rank;
    };

    void gather(const Episode& episode, int unit);
    void halo(const Place& place);
    void chain(const Place& place);

    // Operations to the targets of `pending`, and waits for some of these requests. By thread: those to be waited for.
    std::map<ThreadId, AwaitedList> operate(const Place& place, Channels pending);
    void operation(const Place& place, const Channel& channel);
    void start_channels(const Place& place, const Channels& channels);
    void begin_late(const Place& place, const Counters& counters);
    void init_again(const Episode& episode, int unit);

    // Of the channels' requests.
    static std::map<ThreadId, AwaitedList> awaited_of(const Channels& channels);
    // A call that reports none of them, and then operations which they must cover all the same.
    void leave_all(const Place& place, ThreadId thread, const AwaitedList& awaited);
    void wait_for_some(const Place& place, ThreadId thread, const AwaitedList& awaited);

    void finish(const Place& place, std::map<ThreadId, AwaitedList> awaited);
    void finish(const Place& place, ThreadId thread, AwaitedList awaited);
    void wait_each(const Place& place, ThreadId thread, AwaitedList awaited);
    // A call on requests; `tests` says that others will wait for them.
    void call(const Place& place, ThreadId thread, Call call, const AwaitedList& awaited, bool tests = false);
    void wait_for(const Place& place, const PlannedCounter& counter);
    void show_window(Rank rank);

    ThreadId operating_thread(Rank origin, Rank target) const {
        return static_cast<ThreadId>(static_cast<ThreadId>(origin + target) % program_.threads);
    }

    sim::Random& random_;
    RandomProgram& program_;
    RandomOperations& drawn_;
    CounterSteps& steps_;
    sim::Random* between_;  // null: nothing of the kind
};

}  // namespace rmasim::fuzz
