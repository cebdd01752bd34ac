// Benchmarks of parts of the protocol core: elements, the operation table by slots and targets, coroutine frames.
#include "protocol/base/frame_pool.h"
#include "protocol/base/slab.h"
#include "protocol/newrma/op_table.h"
#include "protocol/parts/element_pool.h"
#include "sim/scenario/expression/random.h"

#include <benchmark/benchmark.h>

#include <vector>

namespace rmasim::newrma {

namespace {

// Takes elements from a pool level and its slab, and returns all of them.
void elements(benchmark::State& state) {
    const auto in_use = static_cast<std::uint32_t>(state.range(0));
    PoolLevelCounter level(in_use);
    Slab<OperationElement> slab;
    std::vector<std::uint32_t> taken;
    taken.reserve(in_use);
    for (auto step : state) {
        while (level.try_take()) {
            taken.push_back(slab.take());
            benchmark::DoNotOptimize(&slab[taken.back()]);
        }
        for (const std::uint32_t index : taken) {
            slab.give_back(index);
            level.give_back();
        }
        taken.clear();
    }
    state.SetItemsProcessed(state.iterations() * in_use);
}

// Returns elements for `targets` targets, of which the first `in_table` are in the table.
std::vector<TargetElement> targets_of(OpTable& table, std::uint32_t targets, std::uint32_t in_table) {
    std::vector<TargetElement> elements(targets);
    for (std::uint32_t i = 0; i < targets; ++i) elements[i].rank = static_cast<Rank>(i);
    for (std::uint32_t i = 0; i < in_table; ++i) table.insert(&elements[i]);
    return elements;
}

// Looks up the targets in random order, which the processor cannot predict.
void table_lookup(benchmark::State& state) {
    const auto slots = static_cast<std::uint32_t>(state.range(0));
    const auto targets = static_cast<std::uint32_t>(state.range(1));
    OpTable table(slots);
    const std::vector<TargetElement> elements = targets_of(table, targets, targets);
    constexpr std::size_t samples = 4096;
    std::vector<Rank> wanted(samples);
    sim::Random random(1, 0);
    for (Rank& rank : wanted) rank = static_cast<Rank>(random.below(targets));
    std::size_t at = 0;
    std::uint64_t steps_in_all = 0;
    for (auto step : state) {
        std::uint32_t steps = 0;
        benchmark::DoNotOptimize(table.find(wanted[at++ % samples], steps));
        steps_in_all += steps;
    }
    state.SetItemsProcessed(state.iterations());
    state.counters["steps"] = static_cast<double>(steps_in_all) / static_cast<double>(state.iterations());
}

// Inserts and removes a target in a table with `targets` others: the cost of an epoch with one new target.
void table_insert_and_remove(benchmark::State& state) {
    const auto slots = static_cast<std::uint32_t>(state.range(0));
    const auto targets = static_cast<std::uint32_t>(state.range(1));
    OpTable table(slots);
    std::vector<TargetElement> elements = targets_of(table, targets + 1, targets);
    for (auto step : state) {
        table.insert(&elements[targets]);
        benchmark::ClobberMemory();
        table.remove(&elements[targets]);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations());
}

// MAKE_PROGRESS with nothing to do: visits every target.
void table_visit(benchmark::State& state) {
    const auto targets = static_cast<std::uint32_t>(state.range(1));
    OpTable table(static_cast<std::uint32_t>(state.range(0)));
    const std::vector<TargetElement> elements = targets_of(table, targets, targets);
    for (auto step : state) {
        bool quiet = table.all_of([](const TargetElement& target) { return target.quiet(); });
        benchmark::DoNotOptimize(quiet);
    }
    state.SetItemsProcessed(state.iterations() * targets);
}

// Takes and returns a frame of the size of a call's coroutine.
void frames(benchmark::State& state) {
    const auto bytes = static_cast<std::size_t>(state.range(0));
    FramePool pool;
    for (auto step : state) {
        void* const frame = pool.take(bytes);
        benchmark::DoNotOptimize(frame);
        pool.give_back(frame, bytes);
    }
    state.SetItemsProcessed(state.iterations());
}

// Takes many frames at once, as when many ranks are inside a call.
void frames_of_many(benchmark::State& state) {
    constexpr std::size_t bytes = 320;
    std::vector<void*> taken(static_cast<std::size_t>(state.range(0)));
    FramePool pool;
    for (auto step : state) {
        for (void*& frame : taken) frame = pool.take(bytes);
        for (void* const frame : taken) pool.give_back(frame, bytes);
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

}  // namespace

BENCHMARK(elements)->Name("elements/take_and_give_back")->Arg(1)->Arg(32)->Arg(1024);
BENCHMARK(table_lookup)->Name("op_table/lookup")->ArgNames({"slots", "targets"})->ArgsProduct({{1, 8, 64}, {1, 8, 64}});
BENCHMARK(table_insert_and_remove)
    ->Name("op_table/insert_and_remove")
    ->ArgNames({"slots", "targets"})
    ->ArgsProduct({{8}, {1, 8, 64}});
BENCHMARK(table_visit)->Name("op_table/visit_all")->ArgNames({"slots", "targets"})->ArgsProduct({{8, 64}, {1, 8, 64}});
BENCHMARK(frames)->Name("frame_pool/take_and_give_back")->Arg(128)->Arg(512)->Arg(4096);
BENCHMARK(frames_of_many)->Name("frame_pool/many")->Arg(1'000)->Arg(100'000);

}  // namespace rmasim::newrma
