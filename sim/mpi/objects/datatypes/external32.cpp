#include "sim/mpi/objects/datatypes/external32.h"

#include "sim/mpi/objects/datatypes/basic_entries.h"
#include "sim/mpi/objects/datatypes/checked_math.h"
#include "sim/mpi/objects/error.h"
#include "sim/mpi/objects/handle_table.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rmasim::mpi {

namespace {

static_assert(std::endian::native == std::endian::little);

// A number's parts that have an order of bytes of their own: a complex number has two.
struct Parts {
    int count = 1;
    int bytes = 0;
    int external_bytes = 0;
};

Parts parts_of(const BasicType& basic) {
    if (basic.number == Number::complex) return {2, basic.bytes / 2, basic.external_bytes / 2};
    return {1, basic.bytes, basic.external_bytes};
}

bool is_long_double(const BasicType& basic) {
    return basic.handle == to_int(MPI_LONG_DOUBLE) || basic.handle == to_int(MPI_C_LONG_DOUBLE_COMPLEX) ||
           basic.handle == to_int(MPI_CXX_LONG_DOUBLE_COMPLEX);
}

void copy_reversed(const std::byte* from, int bytes, std::byte* to) { std::reverse_copy(from, from + bytes, to); }

// ---- Numbers whose size differs: the upper bytes of the longer one must extend the shorter one.

void shorten(const BasicType& basic, const std::byte* native, int bytes, int external_bytes, std::byte* external) {
    const bool is_negative =
        basic.number == Number::integer && (native[external_bytes - 1] & std::byte{0x80}) != std::byte{0};
    const std::byte fill = is_negative ? std::byte{0xff} : std::byte{0};
    const bool fits = std::all_of(native + external_bytes, native + bytes, [&](std::byte one) { return one == fill; });
    require(fits, MPI_ERR_CONVERSION, "a number does not fit into external32");
    copy_reversed(native, external_bytes, external);
}

void lengthen(const BasicType& basic, const std::byte* external, int external_bytes, std::byte* native, int bytes) {
    copy_reversed(external, external_bytes, native);
    const bool is_negative = basic.number == Number::integer && (external[0] & std::byte{0x80}) != std::byte{0};
    std::fill(native + external_bytes, native + bytes, is_negative ? std::byte{0xff} : std::byte{0});
}

// ---- long double: x86's format of 80 bits has the same exponent as the format of 128 bits, and an explicit first bit.
// Its fraction has 63 bits, that of the other one 112.

constexpr int extended_bytes = 10;
constexpr int dropped_bits = 112 - 63;

void write_long_double(const std::byte* native, std::byte* external) {
    std::uint64_t significand = 0;
    std::uint16_t sign_and_exponent = 0;
    std::memcpy(&significand, native, sizeof significand);
    std::memcpy(&sign_and_exponent, native + sizeof significand, sizeof sign_and_exponent);
    const std::uint64_t fraction = significand << 1 >> 1;
    const std::uint64_t upper = std::uint64_t{sign_and_exponent} << 48 | fraction >> (63 - 48);
    const std::uint64_t lower = fraction << dropped_bits;
    const auto* const parts = reinterpret_cast<const std::byte*>(&upper);
    copy_reversed(parts, 8, external);
    copy_reversed(reinterpret_cast<const std::byte*>(&lower), 8, external + 8);
}

// Rounds to the nearest number, ties to the even one.
void read_long_double(const std::byte* external, std::byte* native) {
    std::uint64_t upper = 0, lower = 0;
    copy_reversed(external, 8, reinterpret_cast<std::byte*>(&upper));
    copy_reversed(external + 8, 8, reinterpret_cast<std::byte*>(&lower));
    auto sign_and_exponent = static_cast<std::uint16_t>(upper >> 48);
    const auto exponent = static_cast<std::uint16_t>(sign_and_exponent & 0x7fff);
    std::uint64_t fraction = (upper & 0xffff'ffff'ffff) << (63 - 48) | lower >> dropped_bits;
    const std::uint64_t rest = lower & ((std::uint64_t{1} << dropped_bits) - 1);
    const std::uint64_t half = std::uint64_t{1} << (dropped_bits - 1);
    const bool is_number = exponent != 0x7fff;
    if (is_number && (rest > half || (rest == half && (fraction & 1) != 0))) {
        if (++fraction == std::uint64_t{1} << 63) {
            fraction = 0;
            ++sign_and_exponent;
        }
    }
    if (!is_number && fraction == 0 && rest != 0) fraction = std::uint64_t{1} << 62;  // not a number stays one
    const std::uint64_t first_bit = (sign_and_exponent & 0x7fff) != 0 ? std::uint64_t{1} << 63 : 0;
    const std::uint64_t significand = first_bit | fraction;
    std::memset(native, 0, sizeof(long double));
    std::memcpy(native, &significand, sizeof significand);
    std::memcpy(native + sizeof significand, &sign_and_exponent, sizeof sign_and_exponent);
    static_assert(sizeof significand + sizeof sign_and_exponent == extended_bytes);
}

void write_part(const BasicType& basic, bool extended, const std::byte* native, const Parts& parts,
                std::byte* external) {
    if (extended) return write_long_double(native, external);
    if (parts.bytes == parts.external_bytes) return copy_reversed(native, parts.bytes, external);
    shorten(basic, native, parts.bytes, parts.external_bytes, external);
}

void read_part(const BasicType& basic, bool extended, const std::byte* external, const Parts& parts,
               std::byte* native) {
    if (extended) return read_long_double(external, native);
    if (parts.bytes == parts.external_bytes) return copy_reversed(external, parts.bytes, native);
    lengthen(basic, external, parts.external_bytes, native, parts.bytes);
}

std::int64_t external_bytes_of_one(const Datatype& type) {
    if (type.shape().blocks.empty()) return type.basic() != nullptr ? type.basic()->external_bytes : 0;
    std::int64_t each_time = 0;
    for (const Block& block : type.shape().blocks)
        each_time = add(each_time, multiply(external_bytes_of_one(*block.type), block.count));
    return multiply(each_time, type.shape().repeat);
}

}  // namespace

std::int64_t external_size(const Datatype& type, std::int64_t count) {
    return multiply(external_bytes_of_one(type), count);
}

void write_external(const void* buffer, std::int64_t count, const Datatype& type, std::byte* external) {
    const auto* const base = static_cast<const std::byte*>(buffer);
    visit_entries(type, count, 0, [&](const BasicType& basic, std::int64_t disp, std::int64_t times) {
        const Parts parts = parts_of(basic);
        const bool extended = is_long_double(basic);
        const std::byte* native = base + disp;
        for (std::int64_t i = 0; i < times * parts.count; ++i) {
            write_part(basic, extended, native, parts, external);
            native += parts.bytes;
            external += parts.external_bytes;
        }
    });
}

void read_external(const std::byte* external, std::int64_t count, const Datatype& type, void* buffer) {
    auto* const base = static_cast<std::byte*>(buffer);
    visit_entries(type, count, 0, [&](const BasicType& basic, std::int64_t disp, std::int64_t times) {
        const Parts parts = parts_of(basic);
        const bool extended = is_long_double(basic);
        std::byte* native = base + disp;
        for (std::int64_t i = 0; i < times * parts.count; ++i) {
            read_part(basic, extended, external, parts, native);
            native += parts.bytes;
            external += parts.external_bytes;
        }
    });
}

}  // namespace rmasim::mpi
