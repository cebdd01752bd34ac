// Checked one-sided calls: the checks and the error handling that all functions of MPI's one-sided communication share.
// A call reaches the core if its window, target, assertions and group are valid. Otherwise the window's error handler
// gets the error.
#pragma once

#include "sim/mpi/smpi_world.h"

#include <optional>
#include <string>

namespace rmasim::sim {

inline SmpiWorld& world() { return SmpiWorld::get(); }

// An error: what was found and what is allowed, as in "found rank 9; allowed: 0 to 3".
struct Wrong {
    int error_class;
    std::string found, allowed;
};

// Passes the error to the window's error handler, or to that of MPI_COMM_WORLD if `window` is null.
// MPI_ERRORS_ARE_FATAL ends the run. Otherwise returns the error class.
int raise(const Caller& caller, const ProgramWindow* window, const Wrong& wrong);
// The same for a function without a window, with the error handler of a valid communicator.
int raise_in(const Caller& caller, MPI_Comm comm, const Wrong& wrong);

// Checks of handles. Each returns the error; nothing for a valid handle.
std::optional<Wrong> wrong_type(MPI_Datatype type);  // a datatype for data: must be committed
std::optional<Wrong> wrong_info(MPI_Info info);      // MPI_INFO_NULL is valid
std::optional<Wrong> wrong_group(MPI_Group group);
std::optional<Wrong> wrong_handler(MPI_Errhandler handler);  // of a window
std::optional<Wrong> wrong_keyval(MPI_Win win, int keyval);  // of an attribute that the program adds to windows
// The address of a result must not be null.
std::optional<Wrong> wrong_result(const void* result);

// An error handler of a Fortran program. Its arguments are a window and an error code.
using FortranErrorFunction = void (*)(MPI_Fint* win, int* code);
void note_fortran_handler(MPI_Errhandler handler, FortranErrorFunction function);
// Calls the program's error handler. Handlers of Fortran are called directly, since SMPI cannot call them.
void call_handler(const ProgramWindow& window, int code);

// Returns the window. If there is none, raises the error, sets `code` to it and returns null.
ProgramWindow* window_of(const Caller& caller, MPI_Win win, int& code);

// Ends the run if the family does not support the call.
void require(const Caller& caller, Call call);

// Passes to the window's error handler, which does not end the run, that its epochs do not permit a call. Returns the
// error class.
int raise_sync_error(const Caller& caller, const ProgramWindow& window);

// Makes a call on a window. `request` has all other arguments. Returns MPI_SUCCESS or the error class.
int call_on(const Caller& caller, MPI_Win win, CallRequest&& request);
// Makes a call with a target, a rank of the window's group. Does nothing for MPI_PROC_NULL. Returns MPI_SUCCESS or the
// error class.
int call_on_target(const Caller& caller, MPI_Win win, int target, CallRequest&& request);
// Makes a call with assertions. The core's table of calls lists those that each call allows. Returns MPI_SUCCESS or the
// error class.
int call_with_asserts(const Caller& caller, MPI_Win win, int asserts, CallRequest&& request);
int call_with_group(const Caller& caller, MPI_Win win, MPI_Group group, int asserts, Call call);

}  // namespace rmasim::sim

// The `Caller` in a function that has the name of an MPI function.
#define RMASIM_CALLER \
    { __func__, __builtin_return_address(0) }
