// The arithmetic of reductions on the types of C and C++ that represent MPI's basic types.
#pragma once

#include "sim/mpi/objects/reductions.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace rmasim::mpi {

__extension__ using Integer16 = __int128;
__extension__ using Natural16 = unsigned __int128;
__extension__ using Real16 = __float128;

// A real number of 16 bits (IEEE 754 binary16), which not every compiler has. Sums and products of two of them that are
// computed as float and rounded once more are correctly rounded: float has 2 * 11 + 2 digits.
class Real2 {
public:
    Real2() = default;
    explicit Real2(float value);
    operator float() const;

private:
    std::uint16_t bits_ = 0;
};

template <class Value>
Value loaded(const std::byte* from) {
    Value value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// `combine(a, b)` returns the result for a value of `in` and one of `inout`.
template <class Value, class Combine>
void combine_values(const std::byte* in, std::byte* inout, std::int64_t count) {
    for (; count != 0; --count, in += sizeof(Value), inout += sizeof(Value)) {
        const Value result = Combine()(loaded<Value>(in), loaded<Value>(inout));
        std::memcpy(inout, &result, sizeof result);
    }
}

// Integers wrap around, so that sums, products and bits do not depend on the sign: they are computed without it, and
// without C++'s conversion to int, whose overflow is undefined.
template <class Value>
using Unsigned = std::conditional_t<sizeof(Value) == 16, Natural16,
                                    std::conditional_t<sizeof(Value) == 8, std::uint64_t, std::uint32_t>>;

struct Sum {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return static_cast<Value>(a + b);
    }
};
struct Product {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return static_cast<Value>(a * b);
    }
};
struct WrappedSum {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return static_cast<Value>(static_cast<Unsigned<Value>>(a) + static_cast<Unsigned<Value>>(b));
    }
};
struct WrappedProduct {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return static_cast<Value>(static_cast<Unsigned<Value>>(a) * static_cast<Unsigned<Value>>(b));
    }
};
struct Lowest {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return b < a ? b : a;
    }
};
struct Highest {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return a < b ? b : a;
    }
};
struct BothTrue {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return static_cast<Value>(a != 0 && b != 0);
    }
};
struct OneTrue {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return static_cast<Value>(a != 0 || b != 0);
    }
};
struct OnlyOneTrue {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return static_cast<Value>((a != 0) != (b != 0));
    }
};
struct BothBits {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return static_cast<Value>(a & b);
    }
};
struct AnyBits {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return static_cast<Value>(a | b);
    }
};
struct DifferentBits {
    template <class Value>
    Value operator()(Value a, Value b) const {
        return static_cast<Value>(a ^ b);
    }
};

// A complex number, without the treatment of infinities that std::complex has.
template <class Real>
struct Complex {
    Real real, imaginary;
};
struct ComplexSum {
    template <class Real>
    Complex<Real> operator()(const Complex<Real>& a, const Complex<Real>& b) const {
        return {Real(a.real + b.real), Real(a.imaginary + b.imaginary)};
    }
};
struct ComplexProduct {
    template <class Real>
    Complex<Real> operator()(const Complex<Real>& a, const Complex<Real>& b) const {
        return {Real(a.real * b.real - a.imaginary * b.imaginary), Real(a.real * b.imaginary + a.imaginary * b.real)};
    }
};

// A pair of a value and an index. It has the layout of the C structure, with its gaps, which stay as they are.
template <class Value, class Index>
struct Pair {
    Value value;
    Index index;
};

// The lower index wins between equal values.
template <class Value, class Index, bool highest>
void combine_pairs(const std::byte* in, std::byte* inout, std::int64_t count) {
    using Entry = Pair<Value, Index>;
    for (; count != 0; --count, in += sizeof(Entry), inout += sizeof(Entry)) {
        const auto a = loaded<Value>(in), b = loaded<Value>(inout);
        const auto a_index = loaded<Index>(in + offsetof(Entry, index));
        const auto b_index = loaded<Index>(inout + offsetof(Entry, index));
        const bool better = highest ? b < a : a < b;
        if (!better && !(a == b && a_index < b_index)) continue;
        std::memcpy(inout, &a, sizeof a);
        std::memcpy(inout + offsetof(Entry, index), &a_index, sizeof a_index);
    }
}

}  // namespace rmasim::mpi
