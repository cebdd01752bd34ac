#include "sim/mpi/objects/datatypes/basic_types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cwchar>

namespace rmasim::mpi {

namespace {

constexpr int first_handle = 0x200;
constexpr int handles = 0x100;

// clang-format off
constexpr BasicType table[] = {
    {0x201, "MPI_AINT", Number::integer, 8, 8, 8},
    {0x202, "MPI_COUNT", Number::integer, 8, 8, 8},
    {0x203, "MPI_OFFSET", Number::integer, 8, 8, 8},
    {0x207, "MPI_PACKED", Number::bytes, 1, 1, 1},
    {0x208, "MPI_SHORT", Number::integer, 2, 2, 2},
    {0x209, "MPI_INT", Number::integer, 4, 4, 4},
    {0x20a, "MPI_LONG", Number::integer, 8, 8, 4},
    {0x20b, "MPI_LONG_LONG_INT", Number::integer, 8, 8, 8},
    {0x20c, "MPI_UNSIGNED_SHORT", Number::natural, 2, 2, 2},
    {0x20d, "MPI_UNSIGNED", Number::natural, 4, 4, 4},
    {0x20e, "MPI_UNSIGNED_LONG", Number::natural, 8, 8, 4},
    {0x20f, "MPI_UNSIGNED_LONG_LONG", Number::natural, 8, 8, 8},
    {0x210, "MPI_FLOAT", Number::floating, 4, 4, 4},
    {0x212, "MPI_C_COMPLEX", Number::complex, 8, 4, 8},
    {0x213, "MPI_CXX_FLOAT_COMPLEX", Number::complex, 8, 4, 8},
    {0x214, "MPI_DOUBLE", Number::floating, 8, 8, 8},
    {0x216, "MPI_C_DOUBLE_COMPLEX", Number::complex, 16, 8, 16},
    {0x217, "MPI_CXX_DOUBLE_COMPLEX", Number::complex, 16, 8, 16},
    {0x218, "MPI_LOGICAL", Number::logical, 4, 4, 4},
    {0x219, "MPI_INTEGER", Number::integer, 4, 4, 4},
    {0x21a, "MPI_REAL", Number::floating, 4, 4, 4},
    {0x21b, "MPI_COMPLEX", Number::complex, 8, 4, 8},
    {0x21c, "MPI_DOUBLE_PRECISION", Number::floating, 8, 8, 8},
    {0x21d, "MPI_DOUBLE_COMPLEX", Number::complex, 16, 8, 16},
    {0x21e, "MPI_CHARACTER", Number::character, 1, 1, 1},
    {0x220, "MPI_LONG_DOUBLE", Number::floating, 16, 16, 16},
    {0x224, "MPI_C_LONG_DOUBLE_COMPLEX", Number::complex, 32, 16, 32},
    {0x225, "MPI_CXX_LONG_DOUBLE_COMPLEX", Number::complex, 32, 16, 32},
    {0x228, "MPI_FLOAT_INT", Number::pair, 8, 4, 8, 0x210, 0x209, 4},
    {0x229, "MPI_DOUBLE_INT", Number::pair, 12, 8, 12, 0x214, 0x209, 8},
    {0x22a, "MPI_LONG_INT", Number::pair, 12, 8, 8, 0x20a, 0x209, 8},
    {0x22b, "MPI_2INT", Number::pair, 8, 4, 8, 0x209, 0x209, 4},
    {0x22c, "MPI_SHORT_INT", Number::pair, 6, 4, 6, 0x208, 0x209, 4},
    {0x22d, "MPI_LONG_DOUBLE_INT", Number::pair, 20, 16, 20, 0x220, 0x209, 16},
    {0x230, "MPI_2REAL", Number::pair, 8, 4, 8, 0x21a, 0x21a, 4},
    {0x231, "MPI_2DOUBLE_PRECISION", Number::pair, 16, 8, 16, 0x21c, 0x21c, 8},
    {0x232, "MPI_2INTEGER", Number::pair, 8, 4, 8, 0x219, 0x219, 4},
    {0x238, "MPI_C_BOOL", Number::boolean, 1, 1, 1},
    {0x239, "MPI_CXX_BOOL", Number::boolean, 1, 1, 1},
    {0x23c, "MPI_WCHAR", Number::character, sizeof(wchar_t), alignof(wchar_t), 2},
    {0x240, "MPI_INT8_T", Number::integer, 1, 1, 1},
    {0x241, "MPI_UINT8_T", Number::natural, 1, 1, 1},
    {0x243, "MPI_CHAR", Number::character, 1, 1, 1},
    {0x244, "MPI_SIGNED_CHAR", Number::integer, 1, 1, 1},
    {0x245, "MPI_UNSIGNED_CHAR", Number::natural, 1, 1, 1},
    {0x247, "MPI_BYTE", Number::bytes, 1, 1, 1},
    {0x248, "MPI_INT16_T", Number::integer, 2, 2, 2},
    {0x249, "MPI_UINT16_T", Number::natural, 2, 2, 2},
    {0x250, "MPI_INT32_T", Number::integer, 4, 4, 4},
    {0x251, "MPI_UINT32_T", Number::natural, 4, 4, 4},
    {0x258, "MPI_INT64_T", Number::integer, 8, 8, 8},
    {0x259, "MPI_UINT64_T", Number::natural, 8, 8, 8},
    {0x2c0, "MPI_LOGICAL1", Number::logical, 1, 1, 1},
    {0x2c1, "MPI_INTEGER1", Number::integer, 1, 1, 1},
    {0x2c8, "MPI_LOGICAL2", Number::logical, 2, 2, 2},
    {0x2c9, "MPI_INTEGER2", Number::integer, 2, 2, 2},
    {0x2ca, "MPI_REAL2", Number::floating, 2, 2, 2},
    {0x2d0, "MPI_LOGICAL4", Number::logical, 4, 4, 4},
    {0x2d1, "MPI_INTEGER4", Number::integer, 4, 4, 4},
    {0x2d2, "MPI_REAL4", Number::floating, 4, 4, 4},
    {0x2d3, "MPI_COMPLEX4", Number::complex, 4, 2, 4},
    {0x2d8, "MPI_LOGICAL8", Number::logical, 8, 8, 8},
    {0x2d9, "MPI_INTEGER8", Number::integer, 8, 8, 8},
    {0x2da, "MPI_REAL8", Number::floating, 8, 8, 8},
    {0x2db, "MPI_COMPLEX8", Number::complex, 8, 4, 8},
    {0x2e0, "MPI_LOGICAL16", Number::logical, 16, 16, 16},
    {0x2e1, "MPI_INTEGER16", Number::integer, 16, 16, 16},
    {0x2e2, "MPI_REAL16", Number::floating, 16, 16, 16},
    {0x2e3, "MPI_COMPLEX16", Number::complex, 16, 8, 16},
    {0x2eb, "MPI_COMPLEX32", Number::complex, 32, 16, 32},
};
// clang-format on

static_assert(sizeof(long) == 8 && alignof(long) == 8 && sizeof(MPI_Aint) == 8 && sizeof(short) == 2);
static_assert(sizeof(long double) == 16 && alignof(long double) == 16 && sizeof(bool) == 1 && alignof(double) == 8);

constexpr std::array<std::int8_t, handles> make_index() {
    std::array<std::int8_t, handles> index{};
    index.fill(-1);
    std::int8_t next = 0;
    for (const BasicType& type : table) index[static_cast<std::size_t>(type.handle - first_handle)] = next++;
    return index;
}

constexpr std::array<std::int8_t, handles> table_index = make_index();

}  // namespace

const BasicType* find_basic(int handle) {
    if (handle < first_handle || handle >= first_handle + handles) return nullptr;
    const int index = table_index[static_cast<std::size_t>(handle - first_handle)];
    return index < 0 ? nullptr : &table[index];
}

std::span<const BasicType> basic_types() { return table; }

}  // namespace rmasim::mpi
