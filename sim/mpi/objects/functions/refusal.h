// The end of a program that calls a function which is not implemented.
#pragma once

namespace rmasim::mpi {

// Calls Library::refuse of the current library.
int refuse(const char* function, const char* reason);

}  // namespace rmasim::mpi
