// The functions of MPI for reduction operations (MPI 4.1, 6.9.5).
#include "sim/mpi/objects/library.h"

using namespace rmasim::mpi;

int PMPI_Op_create(MPI_User_function* user_fn, int commute, MPI_Op* op) {
    return call("MPI_Op_create", 0, [&](Library& own) {
        checked(op) = to_handle<MPI_Op>(own.operations.add({0, commute != 0, user_fn, nullptr}));
    });
}

int PMPI_Op_create_c(MPI_User_function_c* user_fn, int commute, MPI_Op* op) {
    return call("MPI_Op_create_c", 0, [&](Library& own) {
        checked(op) = to_handle<MPI_Op>(own.operations.add({0, commute != 0, nullptr, user_fn}));
    });
}

int PMPI_Op_free(MPI_Op* op) {
    return call("MPI_Op_free", 0, [&](Library& own) {
        own.operations.free(to_int(checked(op)));
        *op = MPI_OP_NULL;
    });
}

int PMPI_Op_commutative(MPI_Op op, int* commute) {
    return call("MPI_Op_commutative", 0,
                [&](Library& own) { checked(commute) = own.operations.find(to_int(op)).commutes ? 1 : 0; });
}
