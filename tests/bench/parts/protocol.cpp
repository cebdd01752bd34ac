// Parts of the protocol core: elements, the operation table by slots and targets, frames of coroutines.
#include "protocol/base/frame_pool.h"
#include "protocol/base/slab.h"
#include "protocol/newrma/op_table.h"
#include "protocol/parts/element_pool.h"
#include "sim/input/expression/random.h"

#include <benchmark/benchmark.h>

#include <vector>

namespace rmasim::newrma {

namespace {

// So many elements are taken from a level and the slab behind it, then all are given back.
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

// Elements for so many targets, of which the first `in_table` are in it.
std::vector<TargetElement> targets_of(OpTable& table, std::uint32_t targets, std::uint32_t in_table) {
    std::vector<TargetElement> elements(targets);
    for (std::uint32_t i = 0; i < targets; ++i) elements[i].rank = static_cast<Rank>(i);
    for (std::uint32_t i = 0; i < in_table; ++i) table.insert(&elements[i]);
    return elements;
}

// `slots` and `targets`: one of the targets after another is looked for, in an order that nobody can guess.
void table_lookup(benchmark::State& state) {
    const auto slots = static_cast<std::uint32_t>(state.range(0));
    const auto targets = static_cast<std::uint32_t>(state.range(1));
    OpTable table(slots);
    const std::vector<TargetElement> elements = targets_of(table, targets, targets);
    constexpr std::size_t draws = 4096;
    std::vector<Rank> wanted(draws);
    sim::Random random(1, 0);
    for (Rank& rank : wanted) rank = static_cast<Rank>(random.below(targets));
    std::size_t at = 0;
    std::uint64_t steps_in_all = 0;
    for (auto step : state) {
        std::uint32_t steps = 0;
        benchmark::DoNotOptimize(table.find(wanted[at++ % draws], steps));
        steps_in_all += steps;
    }
    state.SetItemsProcessed(state.iterations());
    state.counters["steps"] = static_cast<double>(steps_in_all) / static_cast<double>(state.iterations());
}

// A target is inserted and removed again, beside `targets` others: what an epoch with one new target costs.
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

// What MAKE_PROGRESS does when there is nothing to do: looks at every target.
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

// A frame is taken and given back; `bytes` are what a call's coroutine has.
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

// As with many ranks: all of them are in a call before the first one's ends.
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
