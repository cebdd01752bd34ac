// Every reduction of every datatype on arrays of random elements, compared with a second implementation. In this
// implementation a datatype is a number of bits, with or without a sign.
#include "sim/machine/memory/elements.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

namespace rmasim::sim::reductions {
namespace {

__extension__ using Wide = __int128;

constexpr ReduceOp all_ops[] = {ReduceOp::replace, ReduceOp::sum,  ReduceOp::prod, ReduceOp::min,    ReduceOp::max,
                                ReduceOp::band,    ReduceOp::bor,  ReduceOp::bxor, ReduceOp::land,   ReduceOp::lor,
                                ReduceOp::lxor,    ReduceOp::minloc, ReduceOp::maxloc};

struct Integer {
    Datatype datatype;
    unsigned bits;
    bool has_sign;
};
constexpr Integer integers[] = {{Datatype::byte, 8, false},   {Datatype::int8, 8, true},
                                {Datatype::int16, 16, true},  {Datatype::uint16, 16, false},
                                {Datatype::int32, 32, true},  {Datatype::uint32, 32, false},
                                {Datatype::int64, 64, true},  {Datatype::uint64, 64, false}};

// The value that the low bits have.
Wide cut(Wide value, const Integer& type) {
    const Wide modulus = Wide{1} << type.bits;
    Wide low = value % modulus;
    if (low < 0) low += modulus;
    return type.has_sign && low >= modulus / 2 ? low - modulus : low;
}

// None: MPI does not define it for integers.
std::optional<Wide> combined(Wide a, Wide b, ReduceOp op, const Integer& type) {
    const Wide modulus = Wide{1} << type.bits;
    const auto by_bit = [&](auto rule) {
        Wide result = 0;
        for (unsigned bit = 0; bit < type.bits; ++bit) {
            const bool of_a = (((a + modulus) >> bit) & 1) != 0, of_b = (((b + modulus) >> bit) & 1) != 0;
            if (rule(of_a, of_b)) result += Wide{1} << bit;
        }
        return result;
    };
    switch (op) {
        case ReduceOp::replace: return b;
        case ReduceOp::sum: return a + b;
        case ReduceOp::prod: {
            // Modulo 2^bits first, so that the product of 128 bits does not overflow.
            const Wide half = Wide{1} << 32;
            const Wide x = (a + modulus) % modulus, y = (b + modulus) % modulus;
            return x * (y % half) + (x * (y / half) % modulus) * half;
        }
        case ReduceOp::min: return a < b ? a : b;
        case ReduceOp::max: return a < b ? b : a;
        case ReduceOp::band: return by_bit([](bool x, bool y) { return x && y; });
        case ReduceOp::bor: return by_bit([](bool x, bool y) { return x || y; });
        case ReduceOp::bxor: return by_bit([](bool x, bool y) { return x != y; });
        case ReduceOp::land: return a != 0 && b != 0 ? 1 : 0;
        case ReduceOp::lor: return a != 0 || b != 0 ? 1 : 0;
        case ReduceOp::lxor: return (a != 0) != (b != 0) ? 1 : 0;
        default: return std::nullopt;
    }
}

class Reductions : public testing::Test {
protected:
    static constexpr std::size_t count = 5;

    template <class T>
    T value_in(const std::vector<std::byte>& bytes, std::size_t k) {
        T value;
        std::memcpy(&value, bytes.data() + k * sizeof value, sizeof value);
        return value;
    }
    Wide integer_in(const std::vector<std::byte>& bytes, std::size_t k, const Integer& type) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, bytes.data() + k * type.bits / 8, type.bits / 8);
        return cut(static_cast<Wide>(bits), type);
    }
    // Often zero, all ones, or the ends of a range.
    std::vector<std::byte> random_bytes(std::size_t size) {
        std::vector<std::byte> bytes(count * size);
        for (std::size_t k = 0; k < count; ++k) {
            std::uint64_t bits = random_();
            const std::uint64_t ends[] = {0, ~std::uint64_t{0}, 1, std::uint64_t{1} << (size * 8 - 1),
                                          (std::uint64_t{1} << (size * 8 - 1)) - 1};
            if (random_() % 3 == 0) bits = ends[random_() % 5];
            std::memcpy(bytes.data() + k * size, &bits, size);
        }
        return bytes;
    }
    // Fractions that floats of 32 bits hold exactly, also as sums and products.
    double fraction() { return static_cast<double>(static_cast<std::int64_t>(random_() % 401) - 200) / 4; }

    // False if the reduction is refused.
    static bool reduce(std::vector<std::byte>& target, const std::vector<std::byte>& operand, Datatype datatype,
                       ReduceOp op) {
        try {
            reduce_elements(target.data(), operand.data(), count, datatype, op);
        } catch (const std::logic_error&) {
            return false;
        }
        return true;
    }

    std::mt19937_64 random_{17};
};

TEST_F(Reductions, OfIntegersAreThoseOfTheirBits) {
    for (const Integer& type : integers) {
        for (const ReduceOp op : all_ops) {
            for (int round = 0; round < 40; ++round) {
                const std::vector<std::byte> before = random_bytes(type.bits / 8);
                const std::vector<std::byte> operand = random_bytes(type.bits / 8);
                std::vector<std::byte> after = before;
                const bool done = reduce(after, operand, type.datatype, op);
                for (std::size_t k = 0; k < count; ++k) {
                    const auto expected =
                        combined(integer_in(before, k, type), integer_in(operand, k, type), op, type);
                    ASSERT_EQ(done, expected.has_value());
                    if (!done) break;
                    ASSERT_TRUE(integer_in(after, k, type) == cut(*expected, type))
                        << "datatype " << static_cast<int>(type.datatype) << ", reduction " << static_cast<int>(op);
                }
            }
        }
    }
}

template <class T>
std::optional<T> combined_fractions(T a, T b, ReduceOp op) {
    switch (op) {
        case ReduceOp::replace: return b;
        case ReduceOp::sum: return a + b;
        case ReduceOp::prod: return a * b;
        case ReduceOp::min: return a < b ? a : b;
        case ReduceOp::max: return a < b ? b : a;
        default: return std::nullopt;
    }
}

TEST_F(Reductions, OfFractions) {
    const auto of = [&]<class T>(T, Datatype datatype) {
        for (const ReduceOp op : all_ops) {
            std::vector<std::byte> before(count * sizeof(T)), operand(before);
            for (std::size_t k = 0; k < count; ++k) {
                const T a = static_cast<T>(fraction()), b = static_cast<T>(fraction());
                std::memcpy(before.data() + k * sizeof a, &a, sizeof a);
                std::memcpy(operand.data() + k * sizeof b, &b, sizeof b);
            }
            std::vector<std::byte> after = before;
            const bool done = reduce(after, operand, datatype, op);
            for (std::size_t k = 0; k < count; ++k) {
                const auto expected = combined_fractions(value_in<T>(before, k), value_in<T>(operand, k), op);
                ASSERT_EQ(done, expected.has_value()) << static_cast<int>(op);
                if (!done) break;
                ASSERT_EQ(value_in<T>(after, k), *expected) << static_cast<int>(op);
            }
        }
    };
    of(float{}, Datatype::float32);
    of(double{}, Datatype::float64);
    of(static_cast<long double>(0), Datatype::float80);
}

// All but 0 is true, and only logical operations work on them; padding and other values stay as they were sent.
TEST_F(Reductions, OfTruthValues) {
    const auto of = [&]<class T>(T, Datatype datatype) {
        for (const ReduceOp op : all_ops) {
            std::vector<std::byte> before(sizeof(T)), operand(sizeof(T));
            const T values[] = {0, 1, 2};
            for (const T a : values) {
                for (const T b : values) {
                    std::memcpy(before.data(), &a, sizeof a);
                    std::memcpy(operand.data(), &b, sizeof b);
                    std::vector<std::byte> after = before;
                    const bool known = op == ReduceOp::replace || (op >= ReduceOp::land && op <= ReduceOp::lxor);
                    ASSERT_EQ(reduce(after, operand, datatype, op), known) << static_cast<int>(op);
                    if (!known) continue;
                    T expected = b;
                    if (op == ReduceOp::land) expected = a != 0 && b != 0;
                    if (op == ReduceOp::lor) expected = a != 0 || b != 0;
                    if (op == ReduceOp::lxor) expected = (a != 0) != (b != 0);
                    EXPECT_EQ(value_in<T>(after, 0), expected) << static_cast<int>(op);
                }
            }
        }
    };
    of(std::uint8_t{}, Datatype::logical8);
    of(std::int32_t{}, Datatype::logical32);
}

// (value, index): the smaller index wins where values are equal.
TEST_F(Reductions, OfPairs) {
    struct Pair {
        std::int32_t value, index;
    };
    const auto pair_of = []<class T, class Index>(T, Index) {
        struct Both {
            T value;
            Index index;
        };
        return Both{};
    };
    constexpr std::int32_t index = 0;
    const auto of = [&]<class T>(T, Datatype datatype) {
        ASSERT_EQ(bytes_of(datatype), sizeof(T));
        for (const ReduceOp op : all_ops) {
            std::vector<std::byte> before(count * sizeof(T)), operand(before);
            for (std::size_t k = 0; k < count; ++k) {
                for (auto* bytes : {&before, &operand}) {
                    T pair{};
                    pair.value = static_cast<decltype(pair.value)>(static_cast<int>(random_() % 3) - 1);
                    pair.index = static_cast<decltype(pair.index)>(static_cast<int>(random_() % 5) - 2);
                    std::memcpy(bytes->data() + k * sizeof pair, &pair, sizeof pair);
                }
            }
            std::vector<std::byte> after = before;
            const bool known = op == ReduceOp::replace || op == ReduceOp::minloc || op == ReduceOp::maxloc;
            ASSERT_EQ(reduce(after, operand, datatype, op), known) << static_cast<int>(op);
            for (std::size_t k = 0; known && k < count; ++k) {
                const T a = value_in<T>(before, k), b = value_in<T>(operand, k), got = value_in<T>(after, k);
                bool second = op == ReduceOp::replace;
                if (op == ReduceOp::minloc) second = b.value < a.value || (b.value == a.value && b.index < a.index);
                if (op == ReduceOp::maxloc) second = b.value > a.value || (b.value == a.value && b.index < a.index);
                EXPECT_EQ(got.value, (second ? b : a).value);
                EXPECT_EQ(got.index, (second ? b : a).index);
            }
        }
    };
    for (int round = 0; round < 50; ++round) {
        of(Pair{}, Datatype::int32_int32);
        of(pair_of(float{}, index), Datatype::float32_int32);
        of(pair_of(std::int16_t{}, index), Datatype::int16_int32);
        of(pair_of(std::int64_t{}, index), Datatype::int64_int32);
        of(pair_of(double{}, index), Datatype::float64_int32);
        of(pair_of(static_cast<long double>(0), index), Datatype::float80_int32);
        of(pair_of(float{}, float{}), Datatype::float32_float32);
        of(pair_of(double{}, double{}), Datatype::float64_float64);
    }
}

TEST_F(Reductions, OfComplexNumbers) {
    const auto of = [&]<class T>(T, Datatype datatype) {
        ASSERT_EQ(bytes_of(datatype), 2 * sizeof(T));
        for (const ReduceOp op : all_ops) {
            std::vector<std::byte> before(count * 2 * sizeof(T)), operand(before);
            for (std::size_t i = 0; i < count * 2; ++i) {
                const T a = static_cast<T>(fraction()), b = static_cast<T>(fraction());
                std::memcpy(before.data() + i * sizeof a, &a, sizeof a);
                std::memcpy(operand.data() + i * sizeof b, &b, sizeof b);
            }
            std::vector<std::byte> after = before;
            const bool known = op == ReduceOp::replace || op == ReduceOp::sum || op == ReduceOp::prod;
            ASSERT_EQ(reduce(after, operand, datatype, op), known) << static_cast<int>(op);
            for (std::size_t k = 0; known && k < count; ++k) {
                const T a = value_in<T>(before, 2 * k), ai = value_in<T>(before, 2 * k + 1);
                const T b = value_in<T>(operand, 2 * k), bi = value_in<T>(operand, 2 * k + 1);
                T real = b, imaginary = bi;
                if (op == ReduceOp::sum) {
                    real = a + b;
                    imaginary = ai + bi;
                } else if (op == ReduceOp::prod) {
                    real = a * b - ai * bi;
                    imaginary = a * bi + ai * b;
                }
                EXPECT_EQ(value_in<T>(after, 2 * k), real) << static_cast<int>(op);
                EXPECT_EQ(value_in<T>(after, 2 * k + 1), imaginary) << static_cast<int>(op);
            }
        }
    };
    of(float{}, Datatype::complex64);
    of(double{}, Datatype::complex128);
    of(static_cast<long double>(0), Datatype::complex160);
}

}  // namespace
}  // namespace rmasim::sim::reductions
