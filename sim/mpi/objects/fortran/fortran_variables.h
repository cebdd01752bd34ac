// The variables of a program in Fortran whose addresses stand for something else, such as MPI_IN_PLACE. Each one is a
// common block of the program.
#pragma once

#include <functional>

namespace rmasim::mpi {

// Addresses in the program. A variable that the program does not have has an address that no argument has.
struct FortranVariables {
    const void *bottom, *same_buffer, *buffer_automatic, *unweighted, *weights_empty;
    const void *status_ignore, *statuses_ignore, *f08_status_ignore, *f08_statuses_ignore;
};

const FortranVariables& fortran_variables();

// Finds the variables of a program. `find` returns the address of a symbol, or null.
void find_fortran_variables(const std::function<const void*(const char* name)>& find);

}  // namespace rmasim::mpi
