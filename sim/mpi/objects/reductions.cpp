#include "sim/mpi/objects/reductions.h"

#include "sim/mpi/objects/datatypes/basic_entries.h"
#include "sim/mpi/objects/error.h"
#include "sim/mpi/objects/reduction_kernels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>

namespace rmasim::mpi {

namespace {

template <class Value>
Kernel order_kernel(MPI_Op op) {
    if (op == MPI_MIN) return combine_values<Value, Lowest>;
    return op == MPI_MAX ? combine_values<Value, Highest> : nullptr;
}

template <class Value, class Add, class Multiply>
Kernel sum_kernel(MPI_Op op) {
    if (op == MPI_SUM) return combine_values<Value, Add>;
    return op == MPI_PROD ? combine_values<Value, Multiply> : nullptr;
}

template <class Value>
Kernel bit_kernel(MPI_Op op) {
    if (op == MPI_BAND) return combine_values<Value, BothBits>;
    if (op == MPI_BOR) return combine_values<Value, AnyBits>;
    return op == MPI_BXOR ? combine_values<Value, DifferentBits> : nullptr;
}

template <class Value>
Kernel truth_kernel(MPI_Op op) {
    if (op == MPI_LAND) return combine_values<Value, BothTrue>;
    if (op == MPI_LOR) return combine_values<Value, OneTrue>;
    return op == MPI_LXOR ? combine_values<Value, OnlyOneTrue> : nullptr;
}

template <class Real>
Kernel real_kernel(MPI_Op op) {
    const Kernel order = order_kernel<Real>(op);
    return order != nullptr ? order : sum_kernel<Real, Sum, Product>(op);
}

template <class Real>
Kernel complex_kernel(MPI_Op op) {
    return sum_kernel<Complex<Real>, ComplexSum, ComplexProduct>(op);
}

template <class Value, class Index>
Kernel pair_kernel(MPI_Op op) {
    if (op == MPI_MINLOC) return combine_pairs<Value, Index, false>;
    return op == MPI_MAXLOC ? combine_pairs<Value, Index, true> : nullptr;
}

// The integers of C. MPI does not define logical operations on those of Fortran, addresses and counts.
bool has_truth_values(const BasicType& basic) {
    const MPI_Datatype others[] = {MPI_AINT,     MPI_COUNT,    MPI_OFFSET,   MPI_INTEGER,  MPI_INTEGER1,
                                   MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8, MPI_INTEGER16};
    return std::none_of(std::begin(others), std::end(others),
                        [&](MPI_Datatype one) { return basic.handle == to_int(one); });
}

// ---- The kernels of a size, which do not depend on the sign, and those that do.

template <class Value>
Kernel whole_kernel(MPI_Op op, bool has_truth) {
    const Kernel sum = sum_kernel<Value, WrappedSum, WrappedProduct>(op);
    if (sum != nullptr) return sum;
    const Kernel bits = bit_kernel<Value>(op);
    return bits != nullptr || !has_truth ? bits : truth_kernel<Value>(op);
}

template <class Signed, class Natural>
Kernel integer_kernel(MPI_Op op, const BasicType& basic) {
    const Kernel order = basic.number == Number::natural ? order_kernel<Natural>(op) : order_kernel<Signed>(op);
    return order != nullptr ? order : whole_kernel<Natural>(op, has_truth_values(basic));
}

Kernel integer_kernel_of(MPI_Op op, const BasicType& basic) {
    switch (basic.bytes) {
        case 1: return integer_kernel<std::int8_t, std::uint8_t>(op, basic);
        case 2: return integer_kernel<std::int16_t, std::uint16_t>(op, basic);
        case 4: return integer_kernel<std::int32_t, std::uint32_t>(op, basic);
        case 8: return integer_kernel<std::int64_t, std::uint64_t>(op, basic);
        default: return integer_kernel<Integer16, Natural16>(op, basic);
    }
}

Kernel truth_kernel_of(MPI_Op op, const BasicType& basic) {
    switch (basic.bytes) {
        case 1: return truth_kernel<std::uint8_t>(op);
        case 2: return truth_kernel<std::uint16_t>(op);
        case 4: return truth_kernel<std::uint32_t>(op);
        case 8: return truth_kernel<std::uint64_t>(op);
        default: return truth_kernel<Natural16>(op);
    }
}

Kernel real_kernel_of(MPI_Op op, const BasicType& basic) {
    if (basic.handle == to_int(MPI_LONG_DOUBLE)) return real_kernel<long double>(op);
    switch (basic.bytes) {
        case 2: return real_kernel<Real2>(op);
        case 4: return real_kernel<float>(op);
        case 8: return real_kernel<double>(op);
        default: return real_kernel<Real16>(op);
    }
}

Kernel complex_kernel_of(MPI_Op op, const BasicType& basic) {
    const bool is_long_double =
        basic.handle == to_int(MPI_C_LONG_DOUBLE_COMPLEX) || basic.handle == to_int(MPI_CXX_LONG_DOUBLE_COMPLEX);
    if (is_long_double) return complex_kernel<long double>(op);
    switch (basic.bytes) {
        case 4: return complex_kernel<Real2>(op);
        case 8: return complex_kernel<float>(op);
        case 16: return complex_kernel<double>(op);
        default: return complex_kernel<Real16>(op);
    }
}

Kernel pair_kernel_of(MPI_Op op, const BasicType& basic) {
    const auto is = [&](MPI_Datatype type) { return basic.handle == to_int(type); };
    if (is(MPI_FLOAT_INT)) return pair_kernel<float, int>(op);
    if (is(MPI_DOUBLE_INT)) return pair_kernel<double, int>(op);
    if (is(MPI_LONG_INT)) return pair_kernel<long, int>(op);
    if (is(MPI_SHORT_INT)) return pair_kernel<short, int>(op);
    if (is(MPI_LONG_DOUBLE_INT)) return pair_kernel<long double, int>(op);
    if (is(MPI_2REAL)) return pair_kernel<float, float>(op);
    if (is(MPI_2DOUBLE_PRECISION)) return pair_kernel<double, double>(op);
    return pair_kernel<int, int>(op);  // MPI_2INT, MPI_2INTEGER
}

}  // namespace

Kernel find_kernel(MPI_Op op, const BasicType& basic) {
    switch (basic.number) {
        case Number::bytes: return basic.handle == to_int(MPI_BYTE) ? bit_kernel<std::uint8_t>(op) : nullptr;
        case Number::character: return is_text_as_number(op, basic) ? integer_kernel_of(op, basic) : nullptr;
        case Number::integer:
        case Number::natural: return integer_kernel_of(op, basic);
        case Number::floating: return real_kernel_of(op, basic);
        case Number::complex: return complex_kernel_of(op, basic);
        case Number::logical:
        case Number::boolean: return truth_kernel_of(op, basic);
        case Number::pair: return pair_kernel_of(op, basic);
    }
    return nullptr;
}

bool is_text_as_number(MPI_Op op, const BasicType& basic) {
    return basic.handle == to_int(MPI_CHAR) && integer_kernel_of(op, basic) != nullptr;
}

const BasicType* as_predefined(const Datatype& type) {
    if (type.basic() != nullptr) return type.basic();
    switch (type.contents().combiner) {
        case MPI_COMBINER_DUP:
        case MPI_COMBINER_F90_REAL:
        case MPI_COMBINER_F90_COMPLEX:
        case MPI_COMBINER_F90_INTEGER: return as_predefined(*type.shape().blocks.front().type);
        default: return nullptr;
    }
}

void reduce(MPI_Op op, const void* in, void* inout, std::int64_t count, const Datatype& type) {
    if (op == MPI_NO_OP || type.size() == 0) return;
    const auto* const from = static_cast<const std::byte*>(in);
    auto* const to = static_cast<std::byte*>(inout);
    if (op == MPI_REPLACE) {
        visit_entries(type, count, 0, [&](const BasicType& basic, std::int64_t disp, std::int64_t times) {
            std::memmove(to + disp, from + disp, static_cast<std::size_t>(times * basic.bytes));
        });
        return;
    }
    const BasicType* const basic = find_basic(type.only_basic());
    const Kernel kernel = basic == nullptr ? nullptr : find_kernel(op, *basic);
    require(kernel != nullptr, MPI_ERR_OP, "the operation is not defined for the datatype");
    visit_predefined(type, count, 0, [&](const BasicType&, std::int64_t disp, std::int64_t times) {
        kernel(from + disp, to + disp, times);
    });
}

void call_operation(const Operation& operation, const void* in, void* inout, std::int64_t count, const Datatype& type,
                    MPI_Datatype handle) {
    auto* from = static_cast<std::byte*>(const_cast<void*>(in));
    auto* to = static_cast<std::byte*>(inout);
    const ProgramCode program;
    if (operation.large_function != nullptr) {
        MPI_Count all = count;
        return operation.large_function(from, to, &all, &handle);
    }
    while (count != 0) {
        int some = static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
        const std::int64_t done = some;
        operation.function(from, to, &some, &handle);
        count -= done;
        from += done * type.extent();
        to += done * type.extent();
    }
}

}  // namespace rmasim::mpi
