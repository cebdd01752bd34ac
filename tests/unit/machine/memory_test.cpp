// Typed access to raw bytes, payloads, the contents of windows, and the nondeterminism of memory.
#include "sim/machine/memory/elements.h"
#include "sim/machine/memory/payload_pool.h"
#include "sim/machine/memory/timed_memory_choices.h"
#include "sim/machine/memory/window_memory.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <vector>

namespace rmasim::sim {
namespace {

constexpr std::array all_datatypes{Datatype::byte,   Datatype::int32,   Datatype::int64,   Datatype::uint32,
                                   Datatype::uint64, Datatype::float32, Datatype::float64, Datatype::int8,
                                   Datatype::int16,  Datatype::uint16};

TEST(Elements, small_values_survive_every_datatype) {
    for (const Datatype datatype : all_datatypes) {
        std::array<std::byte, 8> bytes{};
        store_element(bytes.data(), datatype, 77);
        EXPECT_EQ(load_element(bytes.data(), datatype), 77) << name_of(datatype);
    }
}

TEST(Elements, integers_are_cut_to_their_width) {
    std::array<std::byte, 8> bytes{};
    store_element(bytes.data(), Datatype::byte, 256 + 5);
    EXPECT_EQ(load_element(bytes.data(), Datatype::byte), 5);
    EXPECT_EQ(bytes[1], std::byte{0}) << "one byte is written, not more";
    store_element(bytes.data(), Datatype::int32, -1);
    EXPECT_EQ(load_element(bytes.data(), Datatype::int32), -1);
    EXPECT_EQ(load_element(bytes.data(), Datatype::uint32), 0xFFFFFFFF);
    store_element(bytes.data(), Datatype::int8, 0x1FF);
    EXPECT_EQ(load_element(bytes.data(), Datatype::int8), -1);
    store_element(bytes.data(), Datatype::int16, -2);
    EXPECT_EQ(load_element(bytes.data(), Datatype::uint16), 0xFFFE);
}

TEST(Elements, floats_outside_the_integers_are_clamped) {
    const double huge = 1e300;
    std::array<std::byte, 8> bytes;
    std::memcpy(bytes.data(), &huge, sizeof huge);
    EXPECT_EQ(load_element(bytes.data(), Datatype::float64), std::numeric_limits<std::int64_t>::max());
    const double none = std::numeric_limits<double>::quiet_NaN();
    std::memcpy(bytes.data(), &none, sizeof none);
    EXPECT_EQ(load_element(bytes.data(), Datatype::float64), 0);
}

std::int64_t reduced(Datatype datatype, ReduceOp op, std::int64_t target, std::int64_t operand) {
    std::array<std::byte, 8> a{};
    std::array<std::byte, 8> b{};
    store_element(a.data(), datatype, target);
    store_element(b.data(), datatype, operand);
    reduce_elements(a.data(), b.data(), 1, datatype, op);
    return load_element(a.data(), datatype);
}

constexpr std::int64_t pair_of(std::int64_t value, std::int64_t index) {
    return value * (std::int64_t{1} << 32) + index;
}

TEST(Elements, pairs_keep_value_and_index) {
    for (const Datatype datatype : {Datatype::int32_int32, Datatype::float32_int32}) {
        std::array<std::byte, 8> bytes{};
        store_element(bytes.data(), datatype, pair_of(-7, 3));
        EXPECT_EQ(load_element(bytes.data(), datatype), pair_of(-7, 3)) << name_of(datatype);
    }
    std::array<std::byte, 8> bytes{};
    store_element(bytes.data(), Datatype::float32_int32, pair_of(2, 9));
    float value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    EXPECT_EQ(value, 2.0F) << "the value comes first, as in MPI_FLOAT_INT";
}

TEST(Elements, the_smaller_index_wins_among_equal_values) {
    for (const Datatype datatype : {Datatype::int32_int32, Datatype::float32_int32}) {
        EXPECT_EQ(reduced(datatype, ReduceOp::minloc, pair_of(5, 1), pair_of(4, 2)), pair_of(4, 2));
        EXPECT_EQ(reduced(datatype, ReduceOp::maxloc, pair_of(5, 1), pair_of(4, 2)), pair_of(5, 1));
        EXPECT_EQ(reduced(datatype, ReduceOp::maxloc, pair_of(-5, 1), pair_of(4, 2)), pair_of(4, 2));
        EXPECT_EQ(reduced(datatype, ReduceOp::minloc, pair_of(5, 2), pair_of(5, 1)), pair_of(5, 1));
        EXPECT_EQ(reduced(datatype, ReduceOp::maxloc, pair_of(5, 1), pair_of(5, 2)), pair_of(5, 1));
        EXPECT_EQ(reduced(datatype, ReduceOp::replace, pair_of(5, 1), pair_of(6, 7)), pair_of(6, 7));
        EXPECT_THROW(reduced(datatype, ReduceOp::sum, 0, 0), std::logic_error);
    }
}

TEST(Elements, every_reduction_of_every_datatype) {
    for (const Datatype datatype : all_datatypes) {
        EXPECT_EQ(reduced(datatype, ReduceOp::replace, 6, 3), 3);
        EXPECT_EQ(reduced(datatype, ReduceOp::sum, 6, 3), 9);
        EXPECT_EQ(reduced(datatype, ReduceOp::prod, 6, 3), 18);
        EXPECT_EQ(reduced(datatype, ReduceOp::min, 6, 3), 3);
        EXPECT_EQ(reduced(datatype, ReduceOp::max, 6, 3), 6);
        if (datatype == Datatype::float32 || datatype == Datatype::float64) {
            EXPECT_THROW(reduced(datatype, ReduceOp::bxor, 6, 3), std::logic_error);
            EXPECT_THROW(reduced(datatype, ReduceOp::land, 6, 3), std::logic_error);
            continue;
        }
        EXPECT_EQ(reduced(datatype, ReduceOp::band, 6, 3), 2);
        EXPECT_EQ(reduced(datatype, ReduceOp::bor, 6, 3), 7);
        EXPECT_EQ(reduced(datatype, ReduceOp::bxor, 6, 3), 5);
        for (const std::int64_t a : {0, 6}) {
            for (const std::int64_t b : {0, 3}) {
                EXPECT_EQ(reduced(datatype, ReduceOp::land, a, b), a != 0 && b != 0);
                EXPECT_EQ(reduced(datatype, ReduceOp::lor, a, b), a != 0 || b != 0);
                EXPECT_EQ(reduced(datatype, ReduceOp::lxor, a, b), (a != 0) != (b != 0));
            }
        }
    }
}

TEST(Elements, integer_sums_and_products_wrap) {
    constexpr auto max = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(reduced(Datatype::int64, ReduceOp::sum, max, 1), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(reduced(Datatype::int64, ReduceOp::prod, max, 2), -2);
    EXPECT_EQ(reduced(Datatype::int32, ReduceOp::prod, 1 << 20, 1 << 20), 0);
    EXPECT_EQ(reduced(Datatype::byte, ReduceOp::sum, 200, 100), 44);
}

TEST(PayloadPool, blocks_are_reused_and_counted) {
    PayloadPool pool;
    const Payload first = pool.take(100);
    EXPECT_EQ(pool.in_flight(), 1u);
    pool.give_back(first);
    EXPECT_EQ(pool.in_flight(), 0u);
    EXPECT_EQ(pool.take(120).bytes, first.bytes) << "both need a block of 128 bytes";
    EXPECT_NE(pool.take(120).bytes, first.bytes);
    pool.give_back({});  // a world without data has null payloads
    EXPECT_EQ(pool.in_flight(), 2u);
    pool.give_back(first);
}

class AssignedVariables : public Variables {
public:
    void assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) override {
        assigned.push_back({rank, thread, variable, value});
    }
    struct Assigned {
        Rank rank;
        ThreadId thread;
        Slot variable;
        std::int64_t value;
    };
    std::vector<Assigned> assigned;
};

Scenario two_ranks(bool data) {
    Scenario scenario;
    scenario.ranks = 2;
    scenario.data = data;
    scenario.windows = {{"w", 64}, {"v", 16}};
    return scenario;
}

Region int64s(std::uint64_t disp_bytes, std::uint32_t count) {
    Region region;
    region.disp = disp_bytes;
    region.count = count;
    region.datatype = Datatype::int64;
    return region;
}

TEST(WindowMemory, gathers_affine_sequences_and_strided_windows) {
    AssignedVariables variables;
    WindowMemory memory(two_ranks(true), variables);
    memory.store(1, 1, 0, 0, Datatype::int64, 8, 10, 1);  // 10 11 12 13 14 15 16 17
    const Payload strided = memory.gather(1, window_buffer(0, 8, 16), Datatype::int64, 3);
    EXPECT_EQ(load_element(strided.bytes, Datatype::int64), 11);
    EXPECT_EQ(load_element(strided.bytes + 16, Datatype::int64), 15);
    const Payload backwards = memory.gather(1, window_buffer(0, 56, -8), Datatype::int64, 2);
    EXPECT_EQ(load_element(backwards.bytes + 8, Datatype::int64), 16);
    const Payload affine = memory.gather(0, affine_buffer(5, -2), Datatype::int32, 3);
    EXPECT_EQ(load_element(affine.bytes + 8, Datatype::int32), 1);
    for (const Payload payload : {strided, backwards, affine}) memory.release(payload);
    EXPECT_EQ(memory.payloads_in_flight(), 0u);
}

TEST(WindowMemory, ranks_and_windows_are_apart) {
    AssignedVariables variables;
    WindowMemory memory(two_ranks(true), variables);
    memory.store(0, 0, 0, 56, Datatype::int64, 1, -1, 0);
    EXPECT_EQ(memory.load(1, 1, 0, 0, Datatype::int64), 0);
    EXPECT_EQ(memory.load(0, 0, 1, 0, Datatype::int64), 0);
    EXPECT_EQ(memory.contents(0, 0).size(), 64u);
    EXPECT_EQ(memory.contents(0, 0)[63], std::byte{0xFF});
}

TEST(WindowMemory, results_go_to_windows_variables_or_nowhere) {
    AssignedVariables variables;
    WindowMemory memory(two_ranks(true), variables);
    const Payload data = memory.gather(0, affine_buffer(7, 1), Datatype::int64, 2);
    memory.scatter(0, window_buffer(1, 8, -8), Datatype::int64, 2, data);
    EXPECT_EQ(memory.load(0, 0, 1, 8, Datatype::int64), 7);
    EXPECT_EQ(memory.load(0, 0, 1, 0, Datatype::int64), 8);
    memory.scatter(1, variable_buffer(2, 5), Datatype::int64, 1, data);
    memory.scatter(1, discard_buffer(), Datatype::int64, 2, data);
    ASSERT_EQ(variables.assigned.size(), 1u);
    EXPECT_EQ(variables.assigned[0].rank, 1);
    EXPECT_EQ(variables.assigned[0].thread, 2);
    EXPECT_EQ(variables.assigned[0].variable, 5);
    EXPECT_EQ(variables.assigned[0].value, 7);
    memory.release(data);
}

// Five elements in blocks of two, three apart: window elements 0 1 . 3 4 . 6
TEST(WindowMemory, vectors_are_packed_on_the_way) {
    AssignedVariables variables;
    WindowMemory memory(two_ranks(true), variables);
    Region vector = int64s(8, 5);
    vector.block_length = 2;
    vector.stride = 3;
    EXPECT_EQ(vector.extent_bytes(), 56u);
    const Payload data = memory.gather(0, affine_buffer(10, 1), Datatype::int64, 5);
    memory.write(0, 0, 0, vector, data);
    memory.accumulate(0, 0, 0, vector, ReduceOp::sum, data);
    std::vector<std::int64_t> window;
    for (std::uint64_t disp = 0; disp < 64; disp += 8) window.push_back(memory.load(0, 0, 0, disp, Datatype::int64));
    EXPECT_EQ(window, (std::vector<std::int64_t>{0, 20, 22, 0, 24, 26, 0, 28}));
    const Payload back = memory.read(0, 0, 0, vector);
    for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_EQ(load_element(back.bytes + 8 * k, Datatype::int64), 20 + 2 * static_cast<std::int64_t>(k));
    }
    memory.accumulate(0, 0, 0, vector, ReduceOp::no_op, {});
    EXPECT_EQ(memory.load(0, 0, 0, 8, Datatype::int64), 20);
    for (const Payload payload : {data, back}) memory.release(payload);
}

TEST(WindowMemory, compare_and_swap_writes_where_the_bits_are_equal) {
    AssignedVariables variables;
    WindowMemory memory(two_ranks(true), variables);
    const auto swap = [&](std::int64_t value, std::int64_t compare) {
        const Payload payload = memory.gather(0, affine_buffer(value, compare - value), Datatype::int64, 2);
        memory.compare_and_swap(0, 0, 0, int64s(16, 1), payload);
        memory.release(payload);
        return memory.load(0, 0, 0, 16, Datatype::int64);
    };
    EXPECT_EQ(swap(5, 1), 0);
    EXPECT_EQ(swap(5, 0), 5);
    EXPECT_EQ(swap(-7, 5), -7);
    EXPECT_EQ(memory.load(0, 0, 0, 24, Datatype::int64), 0);
}

// Each byte decides.
TEST(WindowMemory, compare_and_swap_compares_every_byte_of_the_element) {
    AssignedVariables variables;
    WindowMemory memory(two_ranks(true), variables);
    for (int bit = 0; bit < 64; bit += 7) {
        const auto there = static_cast<std::int64_t>(0x0102030405060708);
        const auto other = static_cast<std::int64_t>(static_cast<std::uint64_t>(there) ^ (std::uint64_t{1} << bit));
        memory.store(0, 0, 0, 16, Datatype::int64, 1, there, 0);
        const Payload payload = memory.gather(0, affine_buffer(9, other - 9), Datatype::int64, 2);
        memory.compare_and_swap(0, 0, 0, int64s(16, 1), payload);
        memory.release(payload);
        EXPECT_EQ(memory.load(0, 0, 0, 16, Datatype::int64), there) << "bit " << bit;
    }
}

TEST(WindowMemory, without_data_nothing_is_kept) {
    AssignedVariables variables;
    WindowMemory memory(two_ranks(false), variables);
    const Payload none = memory.gather(0, affine_buffer(7, 1), Datatype::int64, 2);
    EXPECT_EQ(none.bytes, nullptr);
    memory.write(1, 1, 0, int64s(0, 2), none);
    memory.accumulate(1, 1, 0, int64s(0, 2), ReduceOp::sum, none);
    memory.compare_and_swap(1, 1, 0, int64s(0, 1), none);
    EXPECT_EQ(memory.load(1, 1, 0, 0, Datatype::int64), 0);
    EXPECT_TRUE(memory.contents(1, 0).empty());
    memory.scatter(0, variable_buffer(0, 3), Datatype::int64, 1, none);
    EXPECT_EQ(variables.assigned.at(0).value, 0);
    const Payload own = memory.allocate(8);
    EXPECT_NE(own.bytes, nullptr) << "the protocol's own data is always kept";
    memory.release(own);
}

// ---- The nondeterministic choices of memory are generated by rank and store, in the largest world as well.

class AtTheBeginning final : public RankClock {
public:
    std::int64_t now_ps(Rank) const override { return 0; }
};

// Ranks beyond 2^24 share no bits with the numbers of stores.
TEST(TimedMemoryChoices, LetStoresOfAnyRankLeaveInTheirOwnTime) {
    MemorySettings slow;
    slow.drain_ns = 1'000'000'000;
    const AtTheBeginning clock;
    TimedMemoryChoices choices(slow, 7, clock);
    std::set<std::int64_t> times;
    for (const Rank rank : {0, 1, 1 << 24, (1 << 24) + 1, 1 << 26, (1 << 27) - 1}) {
        for (std::uint64_t serial = 0; serial < 8; ++serial) times.insert(choices.leaves_at_ps(rank, serial));
    }
    EXPECT_EQ(times.size(), 6U * 8U);
}

}  // namespace
}  // namespace rmasim::sim
