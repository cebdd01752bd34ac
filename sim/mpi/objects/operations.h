// The reduction operations of a process, by handle (MPI 4.1, 6.9).
#pragma once

#include "sim/mpi/objects/handle_table.h"

#include <mpi.h>

namespace rmasim::mpi {

// A predefined operation, or the program's: one of the two functions is set then.
struct Operation {
    int predefined = 0;
    bool commutes = true;
    MPI_User_function* function = nullptr;
    MPI_User_function_c* large_function = nullptr;
};

class Operations {
public:
    int add(const Operation& operation);
    // Throws MPI_ERR_OP.
    const Operation& find(int handle);
    // Throws MPI_ERR_OP, also for predefined operations.
    void free(int handle);

private:
    HandleTable<Operation> table_{Kind::op};
};

}  // namespace rmasim::mpi
