// Edge cases of the memory of the simulated machine: casts at the bounds of types, reductions of values of every sign,
// vectors in every kind of window, and payload sizes around powers of two.
#include "sim/machine/memory/elements.h"
#include "sim/machine/memory/payload_pool.h"
#include "sim/machine/memory/shared_memory.h"
#include "sim/machine/memory/window_memory.h"
#include "tests/unit/machine/no_variables.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace rmasim::sim::edges {
namespace {

using Limits = std::numeric_limits<std::int64_t>;

std::int64_t through(Datatype datatype, std::int64_t value) {
    std::array<std::byte, 8> bytes{};
    store_element(bytes.data(), datatype, value);
    return load_element(bytes.data(), datatype);
}

template <class T>
std::int64_t loaded(Datatype datatype, T value) {
    std::array<std::byte, 8> bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    return load_element(bytes.data(), datatype);
}

struct Cast {
    Datatype datatype;
    std::int64_t stored;
    std::int64_t loaded;
};

// The last value that fits, the first that does not, and the ends of 64 bits.
TEST(MemoryEdges, IntegersKeepTheirLowBits) {
    constexpr std::int64_t two_31 = std::int64_t{1} << 31;
    constexpr std::int64_t two_32 = std::int64_t{1} << 32;
    const Cast casts[] = {
        {Datatype::byte, 255, 255},
        {Datatype::byte, 256, 0},
        {Datatype::byte, -1, 255},
        {Datatype::int8, 127, 127},
        {Datatype::int8, 128, -128},
        {Datatype::int8, -128, -128},
        {Datatype::int8, -129, 127},
        {Datatype::int16, 32'767, 32'767},
        {Datatype::int16, 32'768, -32'768},
        {Datatype::int16, -32'769, 32'767},
        {Datatype::uint16, 65'535, 65'535},
        {Datatype::uint16, 65'536, 0},
        {Datatype::uint16, -32'768, 32'768},
        {Datatype::int32, two_31 - 1, two_31 - 1},
        {Datatype::int32, two_31, -two_31},
        {Datatype::int32, -two_31 - 1, two_31 - 1},
        {Datatype::uint32, two_31, two_31},
        {Datatype::uint32, two_32 - 1, two_32 - 1},
        {Datatype::uint32, two_32, 0},
        {Datatype::uint32, -1, two_32 - 1},
        {Datatype::int64, Limits::max(), Limits::max()},
        {Datatype::int64, Limits::min(), Limits::min()},
        {Datatype::uint64, Limits::max(), Limits::max()},
        {Datatype::uint64, -1, -1},  // the same bits: the expression language has no larger numbers
    };
    for (const auto& [datatype, stored, expected] : casts) {
        EXPECT_EQ(through(datatype, stored), expected) << name_of(datatype) << ' ' << stored;
    }
}

TEST(MemoryEdges, FloatsHoldWhatTheirMantissaHolds) {
    constexpr std::int64_t two_24 = 1 << 24;
    constexpr std::int64_t two_53 = std::int64_t{1} << 53;
    const Cast casts[] = {
        {Datatype::float32, two_24, two_24},
        {Datatype::float32, two_24 + 1, two_24},  // to even
        {Datatype::float32, two_24 + 3, two_24 + 4},
        {Datatype::float32, -two_24 - 1, -two_24},
        {Datatype::float64, two_53, two_53},
        {Datatype::float64, two_53 + 1, two_53},
        {Datatype::float64, -two_53 - 3, -two_53 - 4},
        {Datatype::float64, two_24 + 1, two_24 + 1},
        {Datatype::float32, Limits::max(), Limits::max()},  // 2^63, clamped
        {Datatype::float64, Limits::max(), Limits::max()},
        {Datatype::float32, Limits::min(), Limits::min()},  // -2^63 is exact
        {Datatype::float64, Limits::min(), Limits::min()},
    };
    for (const auto& [datatype, stored, expected] : casts) {
        EXPECT_EQ(through(datatype, stored), expected) << name_of(datatype) << ' ' << stored;
    }
}

TEST(MemoryEdges, FloatsAreCutTowardsZeroAndClamped) {
    EXPECT_EQ(loaded(Datatype::float64, 1.999), 1);
    EXPECT_EQ(loaded(Datatype::float64, -1.999), -1);
    EXPECT_EQ(loaded(Datatype::float64, -0.5), 0);
    EXPECT_EQ(loaded(Datatype::float32, 2.75F), 2);
    EXPECT_EQ(loaded(Datatype::float32, -2.75F), -2);
    constexpr double two_63 = 9223372036854775808.0;
    EXPECT_EQ(loaded(Datatype::float64, two_63), Limits::max());
    EXPECT_EQ(loaded(Datatype::float64, std::nextafter(two_63, 0.0)), Limits::max() - 1023);
    EXPECT_EQ(loaded(Datatype::float64, -two_63), Limits::min());
    EXPECT_EQ(loaded(Datatype::float64, std::nextafter(-two_63, 0.0)), Limits::min() + 1024);
    EXPECT_EQ(loaded(Datatype::float64, -1.5 * two_63), Limits::min());
    EXPECT_EQ(loaded(Datatype::float32, std::nextafterf(9223372036854775808.0F, 0.0F)),
              Limits::max() - ((std::int64_t{1} << 39) - 1));
    constexpr float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(loaded(Datatype::float32, infinity), Limits::max());
    EXPECT_EQ(loaded(Datatype::float32, -infinity), Limits::min());
    EXPECT_EQ(loaded(Datatype::float32, std::numeric_limits<float>::quiet_NaN()), 0);
}

constexpr std::int64_t pair_of(std::int64_t value, std::int64_t index) {
    return value * (std::int64_t{1} << 32) + (index & 0xFFFFFFFF);
}

TEST(MemoryEdges, PairsMayHaveNegativeIndices) {
    constexpr std::int64_t max = std::numeric_limits<std::int32_t>::max();
    constexpr std::int64_t min = std::numeric_limits<std::int32_t>::min();
    for (const Datatype datatype : {Datatype::int32_int32, Datatype::float32_int32}) {
        for (const std::int64_t value : {std::int64_t{0}, std::int64_t{5}, std::int64_t{-5}, min}) {
            for (const std::int64_t index : {std::int64_t{0}, std::int64_t{7}, std::int64_t{-1}, max, min}) {
                EXPECT_EQ(through(datatype, pair_of(value, index)), pair_of(value, index))
                    << name_of(datatype) << ' ' << value << ' ' << index;
            }
        }
    }
    std::array<std::byte, 8> bytes{};
    store_element(bytes.data(), Datatype::int32_int32, pair_of(3, -2));
    std::array<std::int32_t, 2> parts{};
    std::memcpy(parts.data(), bytes.data(), sizeof parts);
    EXPECT_EQ(parts, (std::array<std::int32_t, 2>{3, -2}));
}

template <class T>
T combined(Datatype datatype, ReduceOp op, T target, T operand) {
    std::array<std::byte, 8> a{};
    std::array<std::byte, 8> b{};
    std::memcpy(a.data(), &target, sizeof target);
    std::memcpy(b.data(), &operand, sizeof operand);
    reduce_elements(a.data(), b.data(), 1, datatype, op);
    T result;
    std::memcpy(&result, a.data(), sizeof result);
    return result;
}

TEST(MemoryEdges, NegativeIndicesAreSmallerOnes) {
    using Pair = std::array<std::int32_t, 2>;
    for (const ReduceOp op : {ReduceOp::minloc, ReduceOp::maxloc}) {
        EXPECT_EQ(combined(Datatype::int32_int32, op, Pair{4, -2}, Pair{4, 1}), (Pair{4, -2}));
        EXPECT_EQ(combined(Datatype::int32_int32, op, Pair{4, 1}, Pair{4, -2}), (Pair{4, -2}));
        EXPECT_EQ(combined(Datatype::int32_int32, op, Pair{-4, -1}, Pair{-4, -3}), (Pair{-4, -3}));
    }
    EXPECT_EQ(combined(Datatype::int32_int32, ReduceOp::minloc, Pair{-4, 9}, Pair{3, -9}), (Pair{-4, 9}));
    EXPECT_EQ(combined(Datatype::int32_int32, ReduceOp::maxloc, Pair{-4, 9}, Pair{3, -9}), (Pair{3, -9}));
}

TEST(MemoryEdges, TheSignDecidesWhichIsLess) {
    EXPECT_EQ(combined<std::int8_t>(Datatype::int8, ReduceOp::min, -1, 1), -1);
    EXPECT_EQ(combined<std::uint8_t>(Datatype::byte, ReduceOp::min, 255, 1), 1);
    EXPECT_EQ(combined<std::int16_t>(Datatype::int16, ReduceOp::max, -1, 1), 1);
    EXPECT_EQ(combined<std::uint16_t>(Datatype::uint16, ReduceOp::max, 0xFFFF, 1), 0xFFFF);
    EXPECT_EQ(combined<std::int32_t>(Datatype::int32, ReduceOp::max, -1, 1), 1);
    EXPECT_EQ(combined<std::uint32_t>(Datatype::uint32, ReduceOp::max, 0xFFFFFFFFU, 1), 0xFFFFFFFFU);
    EXPECT_EQ(combined<std::int64_t>(Datatype::int64, ReduceOp::min, -1, 1), -1);
    EXPECT_EQ(combined<std::uint64_t>(Datatype::uint64, ReduceOp::min, ~std::uint64_t{0}, 1), 1u);
    EXPECT_EQ(combined(Datatype::float32, ReduceOp::min, -0.25F, 0.125F), -0.25F);
    EXPECT_EQ(combined(Datatype::float64, ReduceOp::max, -0.25, 0.125), 0.125);
}

TEST(MemoryEdges, FloatsAddAndMultiplyFractions) {
    EXPECT_EQ(combined(Datatype::float32, ReduceOp::sum, 0.5F, 0.25F), 0.75F);
    EXPECT_EQ(combined(Datatype::float64, ReduceOp::sum, 0.5, -0.25), 0.25);
    EXPECT_EQ(combined(Datatype::float32, ReduceOp::prod, 0.5F, 3.0F), 1.5F);
    EXPECT_EQ(combined(Datatype::float64, ReduceOp::prod, -0.5, 0.25), -0.125);
}

// A value whose low bits are zero is true all the same.
TEST(MemoryEdges, LogicIsAboutTheWholeValue) {
    constexpr std::int64_t high = std::int64_t{1} << 40;
    EXPECT_EQ(combined<std::int64_t>(Datatype::int64, ReduceOp::land, high, 2), 1);
    EXPECT_EQ(combined<std::int64_t>(Datatype::int64, ReduceOp::land, 2, high), 1);
    EXPECT_EQ(combined<std::int64_t>(Datatype::int64, ReduceOp::land, high, 0), 0);
    EXPECT_EQ(combined<std::int64_t>(Datatype::int64, ReduceOp::lor, 0, high), 1);
    EXPECT_EQ(combined<std::int64_t>(Datatype::int64, ReduceOp::lxor, high, 2), 0);
    EXPECT_EQ(combined<std::int64_t>(Datatype::int64, ReduceOp::lxor, high, 0), 1);
    EXPECT_EQ(combined<std::int16_t>(Datatype::int16, ReduceOp::lxor, -4, 8), 0);
    EXPECT_EQ(combined<std::uint8_t>(Datatype::byte, ReduceOp::land, 128, 64), 1);
}

// ---- Vectors

Scenario two_ranks(bool shared, MemoryOrder order) {
    Scenario scenario;
    scenario.ranks = 2;
    scenario.platform.ranks_per_node = shared ? 2 : 1;
    scenario.platform.memory.order = order;
    scenario.windows = {{"w", 96, shared}};
    return scenario;
}

std::vector<std::int64_t> contents(WindowMemory& memory, Rank rank) {
    if (memory.machine() != nullptr) {
        for (const Rank each : {0, 1}) memory.machine()->drain_store_buffers(each);
    }
    std::vector<std::int64_t> words;
    for (std::uint64_t disp = 0; disp < 96; disp += 8) words.push_back(memory.content(rank, 0, disp, Datatype::int64));
    return words;
}

class VectorsIn : public testing::TestWithParam<std::pair<bool, MemoryOrder>> {
protected:
    NoVariables variables;
    WindowMemory memory{two_ranks(GetParam().first, GetParam().second), variables};
    // Five elements in blocks of two, three apart, from byte 8 on: words 1 2 . 4 5 . 7
    static constexpr Region vector{8, 5, 2, 3, Datatype::int64};
    static constexpr std::size_t position[] = {1, 2, 4, 5, 7};

    // 0, 3, 6, ...: the window of `rank`, stored by itself.
    void fill(Rank rank) { memory.store(rank, rank, 0, 0, Datatype::int64, 12, 0, 3); }
    std::vector<std::int64_t> filled() const {
        std::vector<std::int64_t> words;
        for (std::int64_t word = 0; word < 12; ++word) words.push_back(3 * word);
        return words;
    }
};

TEST_P(VectorsIn, AreReducedElementByElement) {
    constexpr auto operations = static_cast<std::size_t>(ReduceOp::lxor) + 1;
    for (std::size_t op = 0; op < operations; ++op) {
        const auto reduce = static_cast<ReduceOp>(op);
        memory.clear();
        fill(1);
        std::vector<std::int64_t> expected = filled();
        const Payload operand = memory.gather(1, affine_buffer(-4, 4), Datatype::int64, 5);  // -4 0 4 8 12
        memory.accumulate(1, 1, 0, vector, reduce, operand);
        memory.release(operand);
        for (std::size_t k = 0; k < 5; ++k) {
            std::int64_t& word = expected[position[k]];
            word = combined(Datatype::int64, reduce, word, -4 + 4 * static_cast<std::int64_t>(k));
        }
        EXPECT_EQ(contents(memory, 1), expected) << name_of(reduce);
        EXPECT_EQ(contents(memory, 0), std::vector<std::int64_t>(12, 0));
    }
}

TEST_P(VectorsIn, AreFetchedAndChangedInOneStep) {
    fill(0);
    const Payload before = memory.read_atomic(0, 0, 0, vector, ReduceOp::replace);
    const Payload operand = memory.gather(0, affine_buffer(100, 1), Datatype::int64, 5);
    memory.accumulate(0, 0, 0, vector, ReduceOp::replace, operand);
    std::vector<std::int64_t> expected = filled();
    for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_EQ(load_element(before.bytes + 8 * k, Datatype::int64), expected[position[k]]);
        expected[position[k]] = 100 + static_cast<std::int64_t>(k);
    }
    EXPECT_EQ(contents(memory, 0), expected);
    memory.release(before);
    memory.release(operand);
}

TEST_P(VectorsIn, AreWrittenAndReadWithTheirGaps) {
    fill(0);
    const Payload data = memory.gather(0, affine_buffer(-1, -1), Datatype::int64, 5);
    memory.write(0, 0, 0, vector, data);
    std::vector<std::int64_t> expected = filled();
    for (std::size_t k = 0; k < 5; ++k) expected[position[k]] = -1 - static_cast<std::int64_t>(k);
    const Payload back = memory.read(0, 0, 0, vector);
    EXPECT_EQ(std::memcmp(back.bytes, data.bytes, 40), 0);
    EXPECT_EQ(contents(memory, 0), expected);
    memory.release(data);
    memory.release(back);
}

INSTANTIATE_TEST_SUITE_P(Windows, VectorsIn,
                         testing::Values(std::pair{false, MemoryOrder::sc}, std::pair{true, MemoryOrder::sc},
                                         std::pair{true, MemoryOrder::tso}, std::pair{true, MemoryOrder::weak}));

// ---- Payloads

// Blocks have powers of two: one more byte than a power needs the next one.
TEST(MemoryEdges, APayloadJustOverAPowerOfTwoHasTheNextBlock) {
    for (std::size_t bits = 4; bits <= 16; ++bits) {
        const std::size_t power = std::size_t{1} << bits;
        PayloadPool pool;
        const Payload over = pool.take(power + 1);
        pool.give_back(over);
        const Payload exact = pool.take(power);
        EXPECT_NE(exact.bytes, over.bytes) << power << " bytes do not need a block of twice as many";
        EXPECT_EQ(pool.take(2 * power).bytes, over.bytes) << power + 1 << " bytes have a block of " << 2 * power;
        pool.give_back(exact);
        EXPECT_EQ(pool.take(power / 2 + 1).bytes, exact.bytes) << power / 2 + 1;
    }
}

TEST(MemoryEdges, PayloadsDoNotTouchEachOther) {
    PayloadPool pool;
    std::vector<std::pair<Payload, std::size_t>> taken;
    for (std::size_t bits = 0; bits <= 12; ++bits) {
        for (const std::size_t bytes :
             {(std::size_t{1} << bits) - 1, std::size_t{1} << bits, (std::size_t{1} << bits) + 1}) {
            for (int twice = 0; twice < 2; ++twice) taken.emplace_back(pool.take(bytes), bytes);
        }
    }
    for (std::size_t i = 0; i < taken.size(); ++i)
        std::memset(taken[i].first.bytes, static_cast<int>(i), taken[i].second);
    for (std::size_t i = 0; i < taken.size(); ++i) {
        for (std::size_t k = 0; k < taken[i].second; ++k) {
            ASSERT_EQ(taken[i].first.bytes[k], static_cast<std::byte>(i)) << taken[i].second << " bytes, byte " << k;
        }
    }
    EXPECT_EQ(pool.in_flight(), taken.size());
    pool.take_all_back();
    EXPECT_EQ(pool.in_flight(), 0u);
}

}  // namespace
}  // namespace rmasim::sim::edges
