// The results of reductions, compared with those of a reference that computes with the widest types.
#include "tests/mpi_objects/rank_library.h"
#include "tests/mpi_objects/reduction_tables.h"
#include "tests/twister.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace rmasim::mpi {
namespace {

__extension__ using Wide = __int128;
__extension__ using WideNatural = unsigned __int128;
__extension__ using Quad = __float128;

constexpr std::size_t values_of_a_type = 60;

// Reduces random values, at an odd address, and calls check(in, old, result) for each of them.
template <class Check>
void reduce_values(MPI_Datatype type, MPI_Op op, const std::vector<std::byte>& in, std::vector<std::byte> inout,
                   Check&& check) {
    int size = 0;
    MPI_Aint lb = 0, extent = 0;
    MPI_Type_size(type, &size);
    MPI_Type_get_extent(type, &lb, &extent);
    const std::vector<std::byte> old = inout;
    inout.insert(inout.begin(), std::byte{0});
    const int count = static_cast<int>(in.size()) / static_cast<int>(extent);
    ASSERT_EQ(MPI_Reduce_local(in.data(), inout.data() + 1, count, type, op), MPI_SUCCESS);
    for (std::size_t at = 0; at < in.size(); at += static_cast<std::size_t>(extent))
        check(&in[at], &old[at], &inout[1 + at]);
}

Wide number_at(const std::byte* at, std::size_t bytes, bool is_signed) {
    WideNatural value = 0;
    for (std::size_t i = bytes; i-- > 0;) value = value << 8 | static_cast<unsigned>(at[i]);
    const auto unused = static_cast<int>(8 * (16 - bytes));
    return is_signed ? static_cast<Wide>(value << unused) >> unused : static_cast<Wide>(value);
}

// Bytes are often all zeros or all ones.
std::vector<std::byte> random_bytes(Twister& twister, std::size_t bytes) {
    std::vector<std::byte> all(bytes * values_of_a_type);
    for (std::size_t i = 0; i < all.size(); i += bytes) {
        const auto kind = twister.below(4);
        for (std::size_t at = i; at < i + bytes; ++at)
            all[at] = static_cast<std::byte>(kind == 0 ? 0 : kind == 1 ? 255 : twister.below(256));
    }
    return all;
}

WideNatural combined_integers(const std::string& op, Wide a, Wide b) {
    const auto ua = static_cast<WideNatural>(a), ub = static_cast<WideNatural>(b);
    if (op == "max") return a < b ? ub : ua;
    if (op == "min") return a < b ? ua : ub;
    if (op == "sum") return ua + ub;
    if (op == "prod") return ua * ub;
    if (op == "band") return ua & ub;
    if (op == "bor") return ua | ub;
    if (op == "bxor") return ua ^ ub;
    const bool is_true = op == "land" ? a != 0 && b != 0 : op == "lor" ? a != 0 || b != 0 : (a != 0) != (b != 0);
    return is_true ? 1 : 0;
}

bool is_unsigned(MPI_Datatype type) {
    for (const MPI_Datatype one : {MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, MPI_UNSIGNED_SHORT,
                                   MPI_UNSIGNED_CHAR, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T})
        if (one == type) return true;
    return false;
}

TEST(ReductionValues, OfIntegersWrapAround) {
    RankLibrary own;
    Twister twister(1);
    for (const TypeGroup* group : {&c_integers, &other_integers, &logicals, &byte})
        for (const MPI_Datatype type : group->types)
            for (const NamedOp& one : operations) {
                if (!group->operations.contains(one.name)) continue;
                int size = 0;
                MPI_Type_size(type, &size);
                const auto bytes = static_cast<std::size_t>(size);
                const bool is_signed = !is_unsigned(type);
                reduce_values(type, one.op, random_bytes(twister, bytes), random_bytes(twister, bytes),
                              [&](const std::byte* a, const std::byte* b, const std::byte* result) {
                                  const WideNatural wanted = combined_integers(one.name, number_at(a, bytes, is_signed),
                                                                               number_at(b, bytes, is_signed));
                                  EXPECT_EQ(std::memcmp(result, &wanted, bytes), 0) << one.name << to_int(type);
                              });
            }
}

template <class Value>
std::vector<std::byte> bytes_of(const std::vector<Value>& values) {
    const auto* const begin = reinterpret_cast<const std::byte*>(values.data());
    return {begin, begin + values.size() * sizeof(Value)};
}

template <class Value>
Value value_at(const std::byte* at) {
    Value value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

// Small fractions, of which some are equal.
template <class Real>
Real random_real(Twister& twister) {
    return static_cast<Real>(static_cast<int>(twister.below(41)) - 20) / static_cast<Real>(3);
}

template <class Real>
std::vector<Real> random_reals(Twister& twister, std::size_t count) {
    std::vector<Real> all(count);
    for (Real& one : all) one = random_real<Real>(twister);
    return all;
}

template <class Real>
void check_reals(Twister& twister, const std::vector<MPI_Datatype>& types) {
    for (const MPI_Datatype type : types)
        for (const NamedOp& one : operations) {
            if (!reals.operations.contains(one.name)) continue;
            const std::string op = one.name;
            reduce_values(type, one.op, bytes_of(random_reals<Real>(twister, values_of_a_type)),
                          bytes_of(random_reals<Real>(twister, values_of_a_type)),
                          [&](const std::byte* in, const std::byte* inout, const std::byte* result) {
                              const Real a = value_at<Real>(in), b = value_at<Real>(inout);
                              const Real wanted = op == "max"   ? std::max(a, b)
                                                  : op == "min" ? std::min(a, b)
                                                  : op == "sum" ? static_cast<Real>(a + b)
                                                                : static_cast<Real>(a * b);
                              EXPECT_TRUE(value_at<Real>(result) == wanted) << op << " " << to_int(type);
                          });
        }
}

TEST(ReductionValues, OfRealNumbers) {
    RankLibrary own;
    Twister twister(2);
    check_reals<float>(twister, {MPI_FLOAT, MPI_REAL, MPI_REAL4});
    check_reals<double>(twister, {MPI_DOUBLE, MPI_DOUBLE_PRECISION, MPI_REAL8});
    check_reals<long double>(twister, {MPI_LONG_DOUBLE});
    check_reals<Quad>(twister, {MPI_REAL16});
}

// ---- Numbers of 16 bits: the reference lists all of them, and searches the nearest one.

double half_value(unsigned bits) {
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const double fraction = static_cast<double>(bits & 1023) / 1024;
    const double magnitude =
        exponent == 0 ? std::pow(2.0, -14) * fraction : std::pow(2.0, exponent - 15) * (1 + fraction);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

// The greatest number's successor is infinity, which has the value 2^16 here.
unsigned nearest_half(double value) {
    static const std::vector<double> all = [] {
        std::vector<double> values;
        for (unsigned bits = 0; bits <= 0x7c00; ++bits) values.push_back(half_value(bits));
        return values;
    }();
    const double magnitude = std::min(std::fabs(value), 65536.0);
    auto above = static_cast<unsigned>(std::lower_bound(all.begin(), all.end(), magnitude) - all.begin());
    if (above != 0) {
        const double up = all[above] - magnitude, down = magnitude - all[above - 1];
        if (down < up || (down == up && above % 2 != 0)) --above;
    }
    return above | (std::signbit(value) ? 0x8000 : 0);
}

TEST(ReductionValues, OfRealNumbersOf16Bits) {
    RankLibrary own;
    Twister twister(3);
    std::vector<std::uint16_t> a, b;
    for (int i = 0; i < 20000; ++i) {
        a.push_back(static_cast<std::uint16_t>(twister.below(0x10000) & 0xfbff));  // finite: an exponent below 31
        b.push_back(static_cast<std::uint16_t>((a.back() + twister.below(0x2000)) & 0xfbff));
    }
    for (const bool is_sum : {true, false})
        reduce_values(MPI_REAL2, is_sum ? MPI_SUM : MPI_PROD, bytes_of(a), bytes_of(b),
                      [&](const std::byte* in, const std::byte* inout, const std::byte* result) {
                          const double x = half_value(value_at<std::uint16_t>(in)),
                                       y = half_value(value_at<std::uint16_t>(inout));
                          EXPECT_EQ(value_at<std::uint16_t>(result), nearest_half(is_sum ? x + y : x * y))
                              << x << " " << y;
                      });
    const std::uint16_t infinity = 0x7c00, minus_infinity = 0xfc00;
    std::uint16_t result = minus_infinity;
    EXPECT_EQ(MPI_Reduce_local(&infinity, &result, 1, MPI_REAL2, MPI_SUM), MPI_SUCCESS);
    EXPECT_EQ(result & 0x7e00, 0x7e00);  // no number
    result = minus_infinity;
    EXPECT_EQ(MPI_Reduce_local(&infinity, &result, 1, MPI_REAL2, MPI_MAX), MPI_SUCCESS);
    EXPECT_EQ(result, infinity);
}

template <class Real>
void check_complex(Twister& twister, const std::vector<MPI_Datatype>& types) {
    struct Value {
        Real re, im;
    };
    for (const MPI_Datatype type : types)
        for (const bool is_sum : {true, false})
            reduce_values(
                type, is_sum ? MPI_SUM : MPI_PROD, bytes_of(random_reals<Real>(twister, 2 * values_of_a_type)),
                bytes_of(random_reals<Real>(twister, 2 * values_of_a_type)),
                [&](const std::byte* in, const std::byte* inout, const std::byte* result) {
                    const auto a = value_at<Value>(in), b = value_at<Value>(inout), c = value_at<Value>(result);
                    const Real re = is_sum ? a.re + b.re : a.re * b.re - a.im * b.im;
                    const Real im = is_sum ? a.im + b.im : a.re * b.im + a.im * b.re;
                    EXPECT_TRUE(c.re == re && c.im == im) << to_int(type);
                });
}

TEST(ReductionValues, OfComplexNumbers) {
    RankLibrary own;
    Twister twister(4);
    check_complex<float>(twister, {MPI_COMPLEX, MPI_C_FLOAT_COMPLEX, MPI_CXX_FLOAT_COMPLEX, MPI_COMPLEX8});
    check_complex<double>(twister, {MPI_C_DOUBLE_COMPLEX, MPI_CXX_DOUBLE_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX16});
    check_complex<long double>(twister, {MPI_C_LONG_DOUBLE_COMPLEX, MPI_CXX_LONG_DOUBLE_COMPLEX});
    check_complex<Quad>(twister, {MPI_COMPLEX32});
    // (1 + 2i) (3 + 4i) = -5 + 10i in the bits of REAL2.
    const std::uint16_t a[] = {0x3c00, 0x4000};
    std::uint16_t b[] = {0x4200, 0x4400};
    EXPECT_EQ(MPI_Reduce_local(a, b, 1, MPI_COMPLEX4, MPI_PROD), MPI_SUCCESS);
    EXPECT_EQ(b[0], 0xc500);
    EXPECT_EQ(b[1], 0x4900);
}

template <class Value, class Index>
void check_pairs(Twister& twister, MPI_Datatype type) {
    struct Entry {
        Value value;
        Index index;
    };
    const auto random_entries = [&] {
        std::vector<Entry> all(values_of_a_type);
        for (Entry& one : all) {
            std::memset(static_cast<void*>(&one), 0x5a, sizeof one);  // gaps, too
            one.value = static_cast<Value>(static_cast<int>(twister.below(5)) - 2);
            one.index = static_cast<Index>(twister.below(4));
        }
        return bytes_of(all);
    };
    for (const bool is_min : {true, false})
        reduce_values(type, is_min ? MPI_MINLOC : MPI_MAXLOC, random_entries(), random_entries(),
                      [&](const std::byte* in, const std::byte* inout, const std::byte* result) {
                          const auto a = value_at<Entry>(in), b = value_at<Entry>(inout), c = value_at<Entry>(result);
                          const Value best = is_min ? std::min(a.value, b.value) : std::max(a.value, b.value);
                          const Index index = a.value == b.value ? std::min(a.index, b.index)
                                              : a.value == best  ? a.index
                                                                 : b.index;
                          EXPECT_TRUE(c.value == best && c.index == index) << to_int(type);
                      });
}

TEST(ReductionValues, OfPairsReturnTheLowestIndex) {
    RankLibrary own;
    Twister twister(5);
    check_pairs<float, int>(twister, MPI_FLOAT_INT);
    check_pairs<double, int>(twister, MPI_DOUBLE_INT);
    check_pairs<long, int>(twister, MPI_LONG_INT);
    check_pairs<int, int>(twister, MPI_2INT);
    check_pairs<short, int>(twister, MPI_SHORT_INT);
    check_pairs<long double, int>(twister, MPI_LONG_DOUBLE_INT);
    check_pairs<float, float>(twister, MPI_2REAL);
    check_pairs<double, double>(twister, MPI_2DOUBLE_PRECISION);
    check_pairs<int, int>(twister, MPI_2INTEGER);
}

}  // namespace
}  // namespace rmasim::mpi
