// The representation external32 of numbers whose size or format differs (MPI 4.1, 14.5.2).
#include "tests/mpi_objects/rank_library.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace rmasim::mpi {
namespace {

template <class Value>
std::vector<unsigned> external(Value value, MPI_Datatype type) {
    MPI_Aint size = 0, position = 0;
    EXPECT_EQ(MPI_Pack_external_size("external32", 1, type, &size), MPI_SUCCESS);
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
    EXPECT_EQ(MPI_Pack_external("external32", &value, 1, type, bytes.data(), size, &position), MPI_SUCCESS);
    EXPECT_EQ(position, size);
    Value again{};
    position = 0;
    EXPECT_EQ(MPI_Unpack_external("external32", bytes.data(), size, &position, &again, 1, type), MPI_SUCCESS);
    EXPECT_TRUE(again == value);
    return {bytes.begin(), bytes.end()};
}

using Bytes = std::vector<unsigned>;

TEST(External32, NumbersAreBigEndian) {
    RankLibrary own;
    EXPECT_EQ(external(0x01020304, MPI_INT), (Bytes{1, 2, 3, 4}));
    EXPECT_EQ(external(-2L, MPI_LONG), (Bytes{255, 255, 255, 254}));
    EXPECT_EQ(external(0x7fffffffL, MPI_LONG), (Bytes{127, 255, 255, 255}));
    EXPECT_EQ(external(0xfffffffeUL, MPI_UNSIGNED_LONG), (Bytes{255, 255, 255, 254}));
    EXPECT_EQ(external(L'\x20ac', MPI_WCHAR), (Bytes{0x20, 0xac}));
    EXPECT_EQ(external(1.0, MPI_DOUBLE), (Bytes{0x3f, 0xf0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(external(true, MPI_C_BOOL), (Bytes{1}));
}

TEST(External32, ANumberThatDoesNotFitIsAnError) {
    RankLibrary own;
    std::array<std::byte, 8> bytes{};
    const auto error = [&](auto value, MPI_Datatype type) {
        MPI_Aint position = 0;
        return MPI_Pack_external("external32", &value, 1, type, bytes.data(), 8, &position);
    };
    EXPECT_EQ(error(0x80000000L, MPI_LONG), MPI_ERR_CONVERSION);
    EXPECT_EQ(error(-0x80000001L, MPI_LONG), MPI_ERR_CONVERSION);
    EXPECT_EQ(error(-0x80000000L, MPI_LONG), MPI_SUCCESS);
    EXPECT_EQ(error(0x100000000UL, MPI_UNSIGNED_LONG), MPI_ERR_CONVERSION);
    EXPECT_EQ(error(0x10000, MPI_WCHAR), MPI_ERR_CONVERSION);
    MPI_Aint position = 0;
    const int value = 1;
    EXPECT_EQ(MPI_Pack_external("native", &value, 1, MPI_INT, bytes.data(), 8, &position), MPI_ERR_ARG);
}

// The compiler converts to the format of 128 bits.
TEST(External32, LongDoublesHaveTheFormatOf128Bits) {
    RankLibrary own;
    __extension__ using Quad = __float128;
    const auto bytes_of = [](Quad quad) {
        std::array<std::uint8_t, 16> bytes{};
        __builtin_memcpy(bytes.data(), &quad, 16);
        return Bytes(bytes.rbegin(), bytes.rend());
    };
    for (const long double value : {0.0L, -0.0L, 1.0L, -1.5L, 3.14159265358979323846L, LDBL_MAX, LDBL_MIN,
                                    LDBL_TRUE_MIN, -LDBL_MAX, 1e-4940L, std::numeric_limits<long double>::infinity()})
        EXPECT_EQ(external(value, MPI_LONG_DOUBLE), bytes_of(value)) << value;
}

TEST(External32, LongDoublesAreRoundedToTheNearestOne) {
    RankLibrary own;
    __extension__ using Quad = __float128;
    std::uint64_t state = 1;
    for (int i = 0; i < 20000; ++i) {
        std::array<std::uint64_t, 2> words{};
        for (std::uint64_t& word : words) word = state = state * 6364136223846793005U + 1442695040888963407U;
        if (i % 4 == 0) words[0] = words[0] >> 50 << 48;                                       // near ties
        if (i % 8 == 4) words[1] |= 0x0000'ffff'ffff'ffff, words[0] |= 0xffff'0000'0000'0000;  // carries
        Quad quad = 0;
        __builtin_memcpy(&quad, words.data(), 16);
        const auto expected = static_cast<long double>(quad);
        std::array<std::uint8_t, 16> bytes{};
        const auto* const from = reinterpret_cast<const std::uint8_t*>(words.data());
        for (std::size_t byte = 0; byte < 16; ++byte) bytes[byte] = from[15 - byte];
        long double read = 0;
        MPI_Aint position = 0;
        ASSERT_EQ(MPI_Unpack_external("external32", bytes.data(), 16, &position, &read, 1, MPI_LONG_DOUBLE),
                  MPI_SUCCESS);
        ASSERT_TRUE(std::isnan(expected) ? std::isnan(read) : read == expected) << i;
    }
}

TEST(External32, PairsAreTheirComponents) {
    RankLibrary own;
    struct {
        double value;
        int index;
    } const pair{1.0, 7};
    MPI_Aint size = 0, position = 0;
    MPI_Pack_external_size("external32", 1, MPI_DOUBLE_INT, &size);
    ASSERT_EQ(size, 12);
    std::array<std::uint8_t, 12> bytes{};
    MPI_Pack_external("external32", &pair, 1, MPI_DOUBLE_INT, bytes.data(), size, &position);
    EXPECT_EQ(bytes, (std::array<std::uint8_t, 12>{0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7}));
}

}  // namespace
}  // namespace rmasim::mpi
