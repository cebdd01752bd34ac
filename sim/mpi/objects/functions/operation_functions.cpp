// The functions of MPI for reduction operations (MPI 4.1, 6.9.5 to 6.9.7).
#include "sim/mpi/objects/operation_rules.h"
#include "sim/mpi/objects/reductions.h"

#include <cstdint>

namespace rmasim::mpi {

namespace {

int create_operation(const char* function, const Operation& operation, MPI_Op* op) {
    return call(function, 0, [&](Library& own) { checked(op) = to_handle<MPI_Op>(own.operations.add(operation)); });
}

// MPI_BOTTOM is a null pointer: displacements are addresses.
void check_buffer(const void* buffer, const Datatype& type) {
    require(buffer != MPI_IN_PLACE, MPI_ERR_BUFFER, "MPI_IN_PLACE is no buffer of this function");
    require(buffer != nullptr || type.true_bounds().lb != 0, MPI_ERR_BUFFER, "the buffer is a null pointer");
}

int reduce_local(const char* function, const void* in, void* inout, std::int64_t count, MPI_Datatype datatype,
                 MPI_Op op) {
    return call(function, 0, [&](Library& own) {
        require(count >= 0, MPI_ERR_COUNT, "the count is negative");
        const Datatype& type = own.types.committed(to_int(datatype));
        check_reduction(own, op, type);
        if (count == 0 || type.size() == 0) return;
        check_buffer(in, type);
        check_buffer(inout, type);
        require(in != inout || in == nullptr, MPI_ERR_BUFFER, "the two buffers are the same");
        const Operation& operation = own.operations.find(to_int(op));
        if (operation.predefined != 0) reduce(op, in, inout, count, type);
        else call_operation(operation, in, inout, count, type, datatype);
    });
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Op_create(MPI_User_function* user_fn, int commute, MPI_Op* op) {
    return create_operation("MPI_Op_create", {0, commute != 0, user_fn, nullptr}, op);
}

int PMPI_Op_create_c(MPI_User_function_c* user_fn, int commute, MPI_Op* op) {
    return create_operation("MPI_Op_create_c", {0, commute != 0, nullptr, user_fn}, op);
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

int PMPI_Reduce_local(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) {
    return reduce_local("MPI_Reduce_local", inbuf, inoutbuf, count, datatype, op);
}

int PMPI_Reduce_local_c(const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) {
    return reduce_local("MPI_Reduce_local_c", inbuf, inoutbuf, count, datatype, op);
}
