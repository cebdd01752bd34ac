// Error handlers of communicators, windows, files and sessions (MPI 4.1, 9.3).
#pragma once

#include "sim/mpi/objects/handle_table.h"

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace rmasim::mpi {

enum class Raised : std::uint8_t { comm, win, file, session };

// Functions of the kinds differ in the handle's type only.
using HandlerFunction = MPI_Comm_errhandler_function*;

// The behaviour of an error handler. `function` is nullptr for a predefined one, whose handle is `predefined`.
struct ErrorHandler {
    Raised raised = Raised::comm;
    HandlerFunction function = nullptr;
    int predefined = 0;
};

// An error handler lives until its handle is freed and no object uses it.
using HandlerRef = std::shared_ptr<const ErrorHandler>;

// Returns the predefined error handler; nullptr if the handle is none.
HandlerRef predefined_handler(int handle);

// The error handlers of a process.
class ErrorHandlers {
public:
    int create(Raised raised, HandlerFunction function);
    // Returns a handle that the caller may free, as MPI_COMM_GET_ERRHANDLER does. It is the same handle as before, if
    // the program has one.
    int handle_of(const HandlerRef& handler);
    // Throws MPI_ERR_ERRHANDLER if the handle is not valid.
    HandlerRef find(int handle);
    // As above; throws also if the error handler belongs to another kind of object.
    HandlerRef find(int handle, Raised raised);
    // Throws MPI_ERR_ERRHANDLER, also for predefined error handlers.
    void free(int handle);

private:
    struct Counted {
        HandlerRef handler;
        int references = 1;  // of the program
    };
    HandleTable<Counted> table_{Kind::errhandler};
    std::map<const ErrorHandler*, int> handles_;  // of the program's error handlers, which are not freed
};

}  // namespace rmasim::mpi
