// What the functions of MPI's one-sided communication share: a call is made when its window, target, assertions and
// group are right; otherwise the error goes to the window's error handler.
#pragma once

#include "sim/mpi/smpi_world.h"

#include <string>

namespace rmasim::sim {

inline SmpiWorld& world() { return SmpiWorld::get(); }

// What is wrong, and what is allowed: "found rank 9; allowed: 0 to 3".
struct Wrong {
    int error_class;
    std::string found, allowed;
};

// As the window's error handler says (of an unknown window, that of MPI_COMM_WORLD): MPI_ERRORS_ARE_FATAL ends the run.
// Returns the error.
int raise(const Caller& caller, const ProgramWindow* window, const Wrong& wrong);

// An error handler of a program in Fortran, whose arguments are a window and an error code.
using FortranErrorFunction = void (*)(MPI_Fint* win, int* code);
void note_fortran_handler(MPI_Errhandler handler, FortranErrorFunction function);
// Of the program; SMPI cannot call its own ones.
void call_handler(const ProgramWindow& window, int code);

// The window; null, and `code` the error, if there is none.
ProgramWindow* window_of(const Caller& caller, MPI_Win win, int& code);

// Refuses a call that the family does not have.
void require(const Caller& caller, Call call);

// These return MPI_SUCCESS or the error. A call on a window that has no arguments of its own but for those of
// `request`.
int call_on(const Caller& caller, MPI_Win win, CallRequest&& request);
// With a target, a rank of the window's group; with MPI_PROC_NULL nothing happens.
int call_on_target(const Caller& caller, MPI_Win win, int target, CallRequest&& request);
// With assertions, of which the call takes those that the core's table says.
int call_with_asserts(const Caller& caller, MPI_Win win, int asserts, CallRequest&& request);
int call_with_group(const Caller& caller, MPI_Win win, MPI_Group group, int asserts, Call call);

}  // namespace rmasim::sim

// In a function of MPI.
#define RMASIM_CALLER \
    { __func__, __builtin_return_address(0) }
