#include "sim/mpi/objects/operations.h"

#include "sim/mpi/objects/error.h"

namespace rmasim::mpi {

namespace {

// The predefined operations. MPI_REPLACE is not commutative; MPI_NO_OP changes nothing.
const Operation predefined[] = {
    {to_int(MPI_SUM)},
    {to_int(MPI_MIN)},
    {to_int(MPI_MAX)},
    {to_int(MPI_PROD)},
    {to_int(MPI_BAND)},
    {to_int(MPI_BOR)},
    {to_int(MPI_BXOR)},
    {to_int(MPI_LAND)},
    {to_int(MPI_LOR)},
    {to_int(MPI_LXOR)},
    {to_int(MPI_MINLOC)},
    {to_int(MPI_MAXLOC)},
    {to_int(MPI_REPLACE), false},
    {to_int(MPI_NO_OP), false},
};

}  // namespace

int Operations::add(const Operation& operation) {
    require(operation.function != nullptr || operation.large_function != nullptr, MPI_ERR_ARG, "the function is null");
    const int handle = table_.add(operation);
    require(handle != 0, MPI_ERR_OTHER, "too many operations exist");
    return handle;
}

const Operation& Operations::find(int handle) {
    for (const Operation& one : predefined)
        if (one.predefined == handle) return one;
    const Operation* const found = table_.find(handle);
    require(found != nullptr, MPI_ERR_OP, "the operation is null, freed, or none");
    return *found;
}

void Operations::free(int handle) {
    require(table_.find(handle) != nullptr, MPI_ERR_OP, "the operation is null, predefined, freed, or none");
    table_.take(handle);
}

}  // namespace rmasim::mpi
