// A call of an RMA operation: the functions of MPI, with small and with large counts, have their arguments in this
// form.
#pragma once

#include "sim/mpi/windows/checked_call.h"

#include <mpi.h>

#include <optional>

namespace rmasim::sim {

// The data of an operation at its origin: `count` elements of `type` at `address`.
struct OriginData {
    const void* address = nullptr;
    MPI_Count count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
};

struct OperationTarget {
    int rank = 0;
    MPI_Aint disp = 0;
    MPI_Count count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
};

// The other arguments, which only some operations have.
struct OperationOptions {
    MPI_Op op = MPI_REPLACE;
    const void* compare = nullptr;   // the value that COMPARE_AND_SWAP compares with
    MPI_Request* request = nullptr;  // where MPI_Rput and similar functions store the request
    bool makes_request = false;
};

// Makes the call. `sent` and `received` are the origin buffer and the result buffer, if the operation has them. Returns
// MPI_SUCCESS or the error class.
int call_operation(const Caller& caller, Call call, const OperationTarget& target, MPI_Win win,
                   const std::optional<OriginData>& sent, const std::optional<OriginData>& received,
                   const OperationOptions& options = {});

}  // namespace rmasim::sim
