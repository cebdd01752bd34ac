#include "sim/machine/memory/elements.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace rmasim::sim {

namespace {

// A value and an index: MPI_2INT, ..., MPI_2DOUBLE_PRECISION. In the expression language, such a pair is one 64-bit
// integer with the value in the high 32 bits and the index in the low 32 bits.
template <class T, class Index = std::int32_t>
struct Pair {
    T value;
    Index index;

    Pair() = default;
    explicit Pair(std::int64_t both)
        : value(static_cast<T>(both >> 32)), index(static_cast<Index>(static_cast<std::int32_t>(both & 0xFFFFFFFF))) {}
};

// A complex number: MPI_C_DOUBLE_COMPLEX, ... A load by the expression language returns the real part, truncated to an
// integer. A store sets the imaginary part to 0.
template <class T>
struct Complex {
    T real;
    T imaginary;

    Complex() = default;
    explicit Complex(std::int64_t value) : real(static_cast<T>(value)), imaginary(0) {}
};

// A truth value: C's bool, Fortran's LOGICAL. All values except 0 are true.
template <class T>
struct Logical {
    T truth;

    Logical() = default;
    explicit Logical(std::int64_t value) : truth(static_cast<T>(value != 0)) {}
};

// Calls `use` with a value of the C++ type of `datatype`.
template <class Use>
auto with_type(Datatype datatype, Use use) {
    switch (datatype) {
        case Datatype::byte:
        case Datatype::uint8: return use(std::uint8_t{});
        case Datatype::int32: return use(std::int32_t{});
        case Datatype::int64: return use(std::int64_t{});
        case Datatype::uint32: return use(std::uint32_t{});
        case Datatype::uint64:
        case Datatype::handle_sync: return use(std::uint64_t{});
        case Datatype::float32: return use(float{});
        case Datatype::float64: return use(double{});
        case Datatype::float80: return use(static_cast<long double>(0));
        case Datatype::int8: return use(std::int8_t{});
        case Datatype::int16: return use(std::int16_t{});
        case Datatype::uint16: return use(std::uint16_t{});
        case Datatype::logical8: return use(Logical<std::uint8_t>{});
        case Datatype::logical32: return use(Logical<std::int32_t>{});
        case Datatype::complex64: return use(Complex<float>{});
        case Datatype::complex128: return use(Complex<double>{});
        case Datatype::complex160: return use(Complex<long double>{});
        case Datatype::int16_int32: return use(Pair<std::int16_t>{});
        case Datatype::int32_int32: return use(Pair<std::int32_t>{});
        case Datatype::int64_int32: return use(Pair<std::int64_t>{});
        case Datatype::float32_int32: return use(Pair<float>{});
        case Datatype::float64_int32: return use(Pair<double>{});
        case Datatype::float80_int32: return use(Pair<long double>{});
        case Datatype::float32_float32: return use(Pair<float, float>{});
        case Datatype::float64_float64: return use(Pair<double, double>{});
    }
    throw std::logic_error("datatype without a C++ type");
}

// Stores an element. Sets padding bytes to 0, so that memory is the same with each compiler. A long double has 10 bytes
// without padding.
template <class T>
void put(std::byte* at, T typed) {
    constexpr std::size_t bytes = std::is_same_v<T, long double> ? 10 : sizeof typed;
    if constexpr (bytes < sizeof typed) std::memset(at + bytes, 0, sizeof typed - bytes);
    std::memcpy(at, &typed, bytes);
}
template <class T, class Index>
void put(std::byte* at, Pair<T, Index> typed) {
    std::memset(at, 0, sizeof typed);
    put(at, typed.value);
    put(at + offsetof(decltype(typed), index), typed.index);
}
template <class T>
void put(std::byte* at, Complex<T> typed) {
    put(at, typed.real);
    put(at + sizeof(T), typed.imaginary);
}

template <class T>
T wrapped(T a, T b, ReduceOp op) {
    // Unsigned arithmetic of 64 bits wraps by definition, and its low bits are exact for any narrower type.
    const auto x = static_cast<std::uint64_t>(a);
    const auto y = static_cast<std::uint64_t>(b);
    switch (op) {
        case ReduceOp::sum: return static_cast<T>(x + y);
        case ReduceOp::prod: return static_cast<T>(x * y);
        case ReduceOp::band: return static_cast<T>(x & y);
        case ReduceOp::bor: return static_cast<T>(x | y);
        case ReduceOp::bxor: return static_cast<T>(x ^ y);
        case ReduceOp::land: return static_cast<T>(x != 0 && y != 0);
        case ReduceOp::lor: return static_cast<T>(x != 0 || y != 0);
        case ReduceOp::lxor: return static_cast<T>((x != 0) != (y != 0));
        default: throw std::logic_error("not an arithmetic reduction");
    }
}

// Combines two pairs. If their values are equal, the pair with the smaller index is the result, as MPI_MINLOC and
// MPI_MAXLOC define.
template <class T, class Index>
Pair<T, Index> combine(Pair<T, Index> a, Pair<T, Index> b, ReduceOp op) {
    if (op == ReduceOp::replace) return b;
    if (op != ReduceOp::minloc && op != ReduceOp::maxloc) throw std::logic_error("not a reduction of pairs");
    if (a.value == b.value) return a.index <= b.index ? a : b;
    return (a.value < b.value) == (op == ReduceOp::minloc) ? a : b;
}

template <class T>
Complex<T> combine(Complex<T> a, Complex<T> b, ReduceOp op) {
    Complex<T> result = b;
    if (op == ReduceOp::sum) {
        result.real = a.real + b.real;
        result.imaginary = a.imaginary + b.imaginary;
    } else if (op == ReduceOp::prod) {
        result.real = a.real * b.real - a.imaginary * b.imaginary;
        result.imaginary = a.real * b.imaginary + a.imaginary * b.real;
    } else if (op != ReduceOp::replace) {
        throw std::logic_error("the reduction is not defined for complex numbers");
    }
    return result;
}

template <class T>
Logical<T> combine(Logical<T> a, Logical<T> b, ReduceOp op) {
    if (op == ReduceOp::replace) return b;
    if (op < ReduceOp::land || op > ReduceOp::lxor)
        throw std::logic_error("the reduction is not defined for truth values");
    b.truth = wrapped(a.truth, b.truth, op);
    return b;
}

template <class T>
T combine(T a, T b, ReduceOp op) {
    if (op == ReduceOp::replace) return b;
    if (op == ReduceOp::min) return std::min(a, b);
    if (op == ReduceOp::max) return std::max(a, b);
    if constexpr (std::is_integral_v<T>) {
        return wrapped(a, b, op);
    } else {
        if (op == ReduceOp::sum) return a + b;
        if (op == ReduceOp::prod) return a * b;
        throw std::logic_error("the reduction is not defined for floating-point numbers");
    }
}

template <class T>
std::int64_t as_integer(T typed) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(typed)) return 0;
        if (typed >= T{9223372036854775808.0}) return std::numeric_limits<std::int64_t>::max();
        if (typed < -T{9223372036854775808.0}) return std::numeric_limits<std::int64_t>::min();
    }
    return static_cast<std::int64_t>(typed);
}

template <class T>
std::int64_t as_integer(Complex<T> typed) {
    return as_integer(typed.real);
}

template <class T>
std::int64_t as_integer(Logical<T> typed) {
    return typed.truth != 0 ? 1 : 0;
}

// Converts a pair to an integer of the expression language. A value of more than 32 bits is truncated.
template <class T, class Index>
std::int64_t as_integer(Pair<T, Index> typed) {
    const auto value = static_cast<std::uint64_t>(as_integer(typed.value));
    return static_cast<std::int64_t>(value << 32 | static_cast<std::uint32_t>(as_integer(typed.index)));
}

}  // namespace

void store_elements(std::byte* at, Datatype datatype, std::uint32_t count, std::int64_t first, std::int64_t step) {
    with_type(datatype, [&](auto zero) {
        for (std::uint32_t k = 0; k < count; ++k) {
            const auto typed = static_cast<decltype(zero)>(affine_element(first, step, k));
            put(at + k * sizeof typed, typed);
        }
    });
}

std::int64_t load_element(const std::byte* at, Datatype datatype) {
    return with_type(datatype, [&](auto typed) {
        std::memcpy(&typed, at, sizeof typed);
        return as_integer(typed);
    });
}

void reduce_elements(std::byte* target, const std::byte* operand, std::size_t count, Datatype datatype, ReduceOp op) {
    with_type(datatype, [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t k = 0; k < count; ++k) {
            T a;
            T b;
            std::memcpy(&a, target + k * sizeof(T), sizeof(T));
            std::memcpy(&b, operand + k * sizeof(T), sizeof(T));
            a = combine(a, b, op);
            put(target + k * sizeof(T), a);
        }
    });
}

}  // namespace rmasim::sim
