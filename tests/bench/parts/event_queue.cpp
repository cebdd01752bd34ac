// Benchmark of the event queue by the hold model: each step pops one event and pushes one event, so the number of
// pending events is constant. The benchmark uses only push, pop, next_time and empty, so that other queues can be
// compared.
#include "sim/machine/engine/event.h"
#include "sim/machine/engine/event_queue.h"
#include "sim/scenario/expression/random.h"

#include <benchmark/benchmark.h>

namespace rmasim::sim {

namespace {

constexpr std::int64_t one_thousand = 1'000;
constexpr std::int64_t a_hundred_thousand = 100'000;
constexpr std::int64_t one_million = 1'000'000;

// Pushes each popped event again, at the time `delay(random)` later. Every initial event is popped once before the
// measurement, so that the initial distribution has no influence.
template <class Delay>
void hold(benchmark::State& state, Delay delay) {
    const std::int64_t pending = state.range(0);
    EventQueue<Event> queue;
    Random random(1, 0);
    for (std::int64_t i = 0; i < pending; ++i) {
        queue.push(delay(random), Event::of_rank(EventKind::run_rank, static_cast<Rank>(i)));
    }
    std::uint64_t sum = 0;
    const auto turn = [&] {
        const Time now = queue.next_time();
        const Event next = queue.pop();
        sum += static_cast<std::uint64_t>(next.rank());
        queue.push(now + delay(random), next);
    };
    for (std::int64_t i = 0; i < pending; ++i) turn();
    for (auto step : state) turn();
    benchmark::DoNotOptimize(sum);
    if (queue.empty()) state.SkipWithError("the queue has lost its events");
    state.SetItemsProcessed(state.iterations());
}

// Delays uniform within two microseconds: many ranks, each at its own time. The mean is a typical network latency.
void spread_out(benchmark::State& state) {
    hold(state, [](Random& random) { return static_cast<Time>(random.below(2 * one_million)); });
}

// All times are equal, as after a barrier on a network without contention.
void all_equal(benchmark::State& state) {
    hold(state, [](Random&) { return static_cast<Time>(one_million); });
}

// A few constant delays, equally frequent, as in a run: an overhead, a gap, a latency.
void few_delays(benchmark::State& state) {
    hold(state, [](Random& random) {
        constexpr Time delays[] = {10'000, 50'000, 1'003'200, 1'000'000};
        return delays[random.below(4)];
    });
}

// Fills and empties the queue: the beginning and the end of a run.
void fill_and_drain(benchmark::State& state) {
    const std::int64_t pending = state.range(0);
    for (auto step : state) {
        EventQueue<Event> queue;
        Random random(1, 0);
        for (std::int64_t i = 0; i < pending; ++i)
            queue.push(static_cast<Time>(random.below(one_million)), Event::of_links());
        Time last = 0;
        while (!queue.empty()) {
            last = queue.next_time();
            queue.pop();
        }
        benchmark::DoNotOptimize(last);
    }
    state.SetItemsProcessed(state.iterations() * pending);
}

}  // namespace

BENCHMARK(spread_out)->Name("event_queue/spread_out")->Arg(one_thousand)->Arg(a_hundred_thousand)->Arg(one_million);
BENCHMARK(all_equal)->Name("event_queue/all_equal")->Arg(one_thousand)->Arg(a_hundred_thousand)->Arg(one_million);
BENCHMARK(few_delays)->Name("event_queue/few_delays")->Arg(one_thousand)->Arg(a_hundred_thousand)->Arg(one_million);
BENCHMARK(fill_and_drain)->Name("event_queue/fill_and_drain")->Arg(one_thousand)->Arg(a_hundred_thousand);

}  // namespace rmasim::sim
