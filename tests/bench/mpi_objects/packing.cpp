// Packing, compared with a loop of memcpy over the same blocks. The argument is the length of a block, or the number of
// blocks.
#include "sim/mpi/objects/datatypes/datatype.h"
#include "sim/mpi/objects/datatypes/packing.h"
#include "sim/mpi/objects/datatypes/type_constructors.h"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

using rmasim::mpi::Form;
using rmasim::mpi::TypeRef;

const TypeRef& bytes() { return rmasim::mpi::predefined_type(*rmasim::mpi::find_basic(0x247)); }

constexpr std::int64_t all_bytes = 1 << 16;

void run_pack(benchmark::State& state, const TypeRef& type, std::int64_t count) {
    std::vector<std::byte> memory(4 * all_bytes + 4096), packed(4 * all_bytes);
    for (auto _ : state) {
        rmasim::mpi::pack(memory.data(), count, *type, 0, type->size() * count, packed.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * type->size() * count);
}

void pack_contiguous(benchmark::State& state) {
    run_pack(state, rmasim::mpi::contiguous(state.range(0), bytes(), Form::small), all_bytes / state.range(0));
}

void pack_vector(benchmark::State& state) {
    const std::int64_t length = state.range(0);
    run_pack(state, rmasim::mpi::vector(all_bytes / length, length, 2 * length, bytes(), Form::small), 1);
}

void copy_vector(benchmark::State& state) {
    const auto length = static_cast<std::size_t>(state.range(0));
    std::vector<std::byte> memory(4 * all_bytes), packed(all_bytes);
    for (auto _ : state) {
        for (std::size_t i = 0; i < all_bytes / length; ++i)
            std::memcpy(packed.data() + i * length, memory.data() + i * 2 * length, length);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * all_bytes);
}

void copy_contiguous(benchmark::State& state) {
    std::vector<std::byte> memory(all_bytes), packed(all_bytes);
    for (auto _ : state) {
        std::memcpy(packed.data(), memory.data(), all_bytes);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * all_bytes);
}

TypeRef indexed_of(std::int64_t blocks) {
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(blocks)), disps(lengths.size());
    std::int64_t at = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        lengths[i] = 1 + static_cast<std::int64_t>(i % 3);
        disps[i] = at;
        at += 4 + static_cast<std::int64_t>(i % 2);
    }
    return rmasim::mpi::indexed(lengths, disps, bytes(), Form::small);
}

void make_indexed(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(indexed_of(state.range(0))->runs().bytes);
    state.SetComplexityN(state.range(0));
}

void pack_indexed(benchmark::State& state) {
    const TypeRef type = indexed_of(state.range(0));
    std::vector<std::byte> memory(static_cast<std::size_t>(6 * state.range(0))), packed(memory.size());
    for (auto _ : state) {
        rmasim::mpi::pack(memory.data(), 1, *type, 0, type->size(), packed.data());
        benchmark::ClobberMemory();
    }
    state.SetComplexityN(state.range(0));
}

BENCHMARK(copy_contiguous);
BENCHMARK(pack_contiguous)->Arg(4)->Arg(64)->Arg(4096);
BENCHMARK(copy_vector)->Arg(8)->Arg(64)->Arg(256)->Arg(4096);
BENCHMARK(pack_vector)->Arg(8)->Arg(64)->Arg(256)->Arg(4096);
BENCHMARK(make_indexed)->RangeMultiplier(10)->Range(1000, 100000)->Complexity();
BENCHMARK(pack_indexed)->RangeMultiplier(10)->Range(1000, 100000)->Complexity();

}  // namespace
