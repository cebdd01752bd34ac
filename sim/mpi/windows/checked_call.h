// The checks and the error handling that all functions of MPI's one-sided communication share. The core executes a call
// only if its window, target, assertions and group are valid. Otherwise the window's error handler is called.
#pragma once

#include "sim/mpi/library_code.h"
#include "sim/mpi/program_world.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

inline ProgramWorld& world() { return ProgramWorld::get(); }

// An error of an argument: its MPI error class, the found value and the allowed values. Messages have the form "found
// rank 9; allowed: 0 to 3".
struct Wrong {
    int error_class;
    std::string found, allowed;
    // For errors that the page of rules describes: the section, and the message instead of `found` and `allowed`.
    std::string_view section{};
    std::string sentence{};
};
inline Wrong wrong_in(std::string_view section, int error_class, std::string sentence) {
    return {error_class, {}, {}, section, std::move(sentence)};
}

// Passes the error to the error handler of the window. If `window` is null, passes the error to the error handler of
// MPI_COMM_WORLD. Ends the run if the handler is MPI_ERRORS_ARE_FATAL; otherwise returns the error class.
int raise(const Caller& caller, const ProgramWindow* window, const Wrong& wrong);
// Passes the error of a function without a window to the error handler of a valid communicator. Ends the run or returns
// the error class, as `raise` does.
int raise_in(const Caller& caller, MPI_Comm comm, const Wrong& wrong);

// The following functions check handles. They return the error, or nullopt if the handle is valid.
std::optional<Wrong> wrong_type(MPI_Datatype type);  // checks a datatype for data, which must be committed
std::optional<Wrong> wrong_info(MPI_Info info);      // accepts MPI_INFO_NULL, too
std::optional<Wrong> wrong_group(MPI_Group group);
std::optional<Wrong> wrong_comm(MPI_Comm comm);
std::optional<Wrong> wrong_handler(MPI_Errhandler handler);  // checks an error handler for windows
std::optional<Wrong> wrong_keyval(MPI_Win win, int keyval);  // checks the key of an attribute that the program defines
// Record handles that a function of a window returns to the program.
void note_obtained(MPI_Group group);
void note_obtained(MPI_Errhandler handler);
void note_obtained(MPI_Info info);
// Returns the members of a valid group as ranks of MPI_COMM_WORLD.
std::vector<Rank> ranks_of(MPI_Group group);
// Checks the address at which a function stores a result: it must not be null.
std::optional<Wrong> wrong_result(const void* result);

// The type of an error handler for windows in a Fortran program. The arguments are a window and an error code.
using FortranErrorFunction = void (*)(MPI_Fint* win, int* code);
void note_fortran_handler(MPI_Errhandler handler, FortranErrorFunction function);
// Calls the program's error handler of the window. Calls handlers of Fortran programs directly, since SMPI cannot call
// them.
void call_handler(const ProgramWindow& window, int code);

// Returns the window of a handle. If the handle is invalid, raises the error, sets `code` to the error class and
// returns null.
ProgramWindow* window_of(const Caller& caller, MPI_Win win, int& code);

// Ends the run if the family does not support the call.
void require(const Caller& caller, Call call);

// Raises the error that the open epochs of the window do not permit a call. Requires that the window's error handler
// does not end the run. Returns the error class.
int raise_sync_error(const Caller& caller, const ProgramWindow& window);

// Makes a call on a window. `request` has all other arguments. Returns MPI_SUCCESS or the error class.
int call_on(const Caller& caller, MPI_Win win, CallRequest&& request);
int call_on(const Caller& caller, const ProgramWindow& window, CallRequest&& request);
// Makes a call with a target. `target` is a communicator rank in the window's group. Does nothing if `target` is
// MPI_PROC_NULL. Returns MPI_SUCCESS or the error class.
int call_on_target(const Caller& caller, MPI_Win win, int target, CallRequest&& request);
int call_on_target(const Caller& caller, const ProgramWindow& window, int target, CallRequest&& request);
// Makes a call with assertions. The core's table of calls has the assertions that each call allows. Returns MPI_SUCCESS
// or the error class.
int call_with_asserts(const Caller& caller, MPI_Win win, int asserts, CallRequest&& request);
int call_with_asserts(const Caller& caller, const ProgramWindow& window, int asserts, CallRequest&& request);
int call_with_group(const Caller& caller, MPI_Win win, MPI_Group group, int asserts, Call call);

}  // namespace rmasim::sim

// The `Caller` in a function that has the name of an MPI function.
#define RMASIM_CALLER \
    rmasim::sim::program_call({__func__, __builtin_return_address(0), __builtin_frame_address(0)})
