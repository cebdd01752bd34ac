#include "sim/mpi/objects/operation_rules.h"

#include "sim/mpi/objects/datatypes/overlap.h"
#include "sim/mpi/objects/reductions.h"

#include <string>

namespace rmasim::mpi {

namespace {

// Throws unless a predefined operation is defined for a predefined datatype.
void check_defined(Library& own, MPI_Op op, const BasicType& basic) {
    require(find_kernel(op, basic) != nullptr, MPI_ERR_OP, "the operation is not defined for the datatype");
    if (is_text_as_number(op, basic))
        own.warn_once("MPI_CHAR has no arithmetic (MPI 4.1, 6.9.2); it is taken as MPI_SIGNED_CHAR");
}

// Returns the operation of a one-sided call.
const Operation& one_sided_operation(Library& own, MPI_Op op) {
    const Operation& operation = own.operations.find(to_int(op));
    require(operation.predefined != 0, MPI_ERR_OP, "the operation of a one-sided call is not predefined");
    return operation;
}

bool only_copies(MPI_Op op) { return op == MPI_REPLACE || op == MPI_NO_OP; }

}  // namespace

void check_reduction(Library& own, MPI_Op op, const Datatype& type) {
    const Operation& operation = own.operations.find(to_int(op));
    if (operation.predefined == 0) return;
    require(!only_copies(op), MPI_ERR_OP, "the operation is one of one-sided calls only");
    const BasicType* const basic = as_predefined(type);
    require(basic != nullptr, MPI_ERR_OP, "a predefined operation is not defined for a derived datatype");
    check_defined(own, op, *basic);
}

void check_transfer(const Elements& from, const Elements& to) {
    require(matches(*from.type, from.count, *to.type, to.count), MPI_ERR_TYPE,
            "the datatypes of origin and target do not match");
    require(!overlaps(*to.type, to.count), MPI_ERR_TYPE, "the entries of a datatype that is written overlap");
}

void check_accumulate(Library& own, MPI_Op op, const Elements& origin, const Elements& target) {
    one_sided_operation(own, op);
    if (op == MPI_NO_OP || (origin.is_empty() && target.is_empty())) return;
    const int basic = target.type->only_basic();
    require(basic != 0 && (basic == origin.type->only_basic() || origin.is_empty()), MPI_ERR_TYPE,
            "origin and target are not made of one predefined datatype");
    check_transfer(origin, target);
    if (!only_copies(op)) check_defined(own, op, *find_basic(basic));
}

void check_fetch_and_op(Library& own, MPI_Op op, const Datatype& type) {
    one_sided_operation(own, op);
    const BasicType* const basic = as_predefined(type);
    require(basic != nullptr, MPI_ERR_TYPE, "the datatype is not predefined");
    if (!only_copies(op)) check_defined(own, op, *basic);
}

void check_compare_and_swap(const Datatype& type) {
    const BasicType* const basic = as_predefined(type);
    require(basic != nullptr, MPI_ERR_TYPE, "the datatype is not predefined");
    const bool is_text = basic->number == Number::character || basic->handle == to_int(MPI_PACKED);
    const bool is_number =
        basic->number == Number::floating || basic->number == Number::complex || basic->number == Number::pair;
    require(!is_text && !is_number, MPI_ERR_TYPE, "the datatype is no integer, logical value or byte");
}

}  // namespace rmasim::mpi
