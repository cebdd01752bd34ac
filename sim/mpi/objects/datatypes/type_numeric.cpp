// Datatypes of Fortran's KIND numbers (MPI 4.1, 19.1.9): those of the kinds that gfortran has on this machine.
#include "sim/mpi/objects/datatypes/type_constructors.h"
#include "sim/mpi/objects/error.h"

#include <map>
#include <memory>
#include <utility>

namespace rmasim::mpi {

namespace {

// A kind: decimal digits, decimal exponent range, and the datatypes of real and complex numbers.
struct RealKind {
    int precision, range, real, complex;
};
constexpr RealKind real_kinds[] = {{6, 37, 0x2d2, 0x2db}, {15, 307, 0x2da, 0x2e3}, {33, 4931, 0x2e2, 0x2eb}};

struct IntegerKind {
    int range, handle;
};
constexpr IntegerKind integer_kinds[] = {{2, 0x2c1}, {4, 0x2c9}, {9, 0x2d1}, {18, 0x2d9}, {38, 0x2e1}};

const RealKind& real_kind(int precision, int range) {
    require(precision != MPI_UNDEFINED || range != MPI_UNDEFINED, MPI_ERR_ARG, "neither precision nor range is given");
    require((precision >= 0 || precision == MPI_UNDEFINED) && (range >= 0 || range == MPI_UNDEFINED), MPI_ERR_ARG,
            "the precision or range is negative");
    for (const RealKind& kind : real_kinds)
        if (precision <= kind.precision && range <= kind.range) return kind;
    throw Error(MPI_ERR_ARG, "no kind of real numbers has this precision and range");
}

// Equal arguments return the same datatype. `handle` is the datatype of the numbers.
TypeRef unnamed(int combiner, std::pair<int, int> arguments, int handle) {
    static std::map<std::pair<int, std::pair<int, int>>, TypeRef> made;
    TypeRef& type = made[{combiner, arguments}];
    if (type != nullptr) return type;
    Contents contents;
    contents.combiner = combiner;
    contents.integers = {arguments.first};
    if (combiner != MPI_COMBINER_F90_INTEGER) contents.integers.push_back(arguments.second);
    Shape shape{1, 0, {{0, 1, predefined_type(*find_basic(handle))}}};
    type = std::make_shared<const Datatype>(std::move(contents), std::move(shape));
    return type;
}

}  // namespace

TypeRef f90_real(int precision, int range) {
    return unnamed(MPI_COMBINER_F90_REAL, {precision, range}, real_kind(precision, range).real);
}

TypeRef f90_complex(int precision, int range) {
    return unnamed(MPI_COMBINER_F90_COMPLEX, {precision, range}, real_kind(precision, range).complex);
}

TypeRef f90_integer(int range) {
    require(range >= 0, MPI_ERR_ARG, "the range is negative");
    for (const IntegerKind& kind : integer_kinds)
        if (range <= kind.range) return unnamed(MPI_COMBINER_F90_INTEGER, {range, 0}, kind.handle);
    throw Error(MPI_ERR_ARG, "no kind of integers has this range");
}

int match_size(int type_class, int bytes) {
    Number number = Number::integer;
    switch (type_class) {
        case MPI_TYPECLASS_REAL: number = Number::floating; break;
        case MPI_TYPECLASS_COMPLEX: number = Number::complex; break;
        case MPI_TYPECLASS_INTEGER: break;
        default: throw Error(MPI_ERR_ARG, "the class of datatypes is none of MPI's");
    }
    constexpr int first_sized = 0x2c0;  // MPI_LOGICAL1, the first of the datatypes with a size in their names
    for (const BasicType& type : basic_types())
        if (type.handle >= first_sized && type.number == number && type.bytes == bytes) return type.handle;
    throw Error(MPI_ERR_ARG, "no datatype of the class has this size");
}

}  // namespace rmasim::mpi
