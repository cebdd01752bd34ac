// The MPI objects of one process: what its handles name. The functions of MPI (PMPI_*) act on the current library, the
// one of the process whose program is running. A simulator sets it before it continues a program.
#pragma once

#include "sim/mpi/objects/attributes.h"
#include "sim/mpi/objects/communicators.h"
#include "sim/mpi/objects/entry.h"
#include "sim/mpi/objects/error.h"
#include "sim/mpi/objects/error_classes.h"
#include "sim/mpi/objects/error_handlers.h"
#include "sim/mpi/objects/info.h"
#include "sim/mpi/objects/operations.h"
#include "sim/mpi/objects/requests.h"
#include "sim/mpi/objects/types.h"

#include <cstdint>
#include <functional>
#include <new>
#include <set>
#include <span>
#include <string>

namespace rmasim::mpi {

// The use of requests by a caller: it waits for all of them, for at least one, or only looks.
enum class Progress : std::uint8_t { all, any, test };

// The services of a simulator.
struct Host {
    // Ends the program because of an error: the handle of the communicator, the error code, and the text.
    std::function<void(int comm, int code, const std::string& text)> abort;
    // Lets other processes continue. It is called repeatedly until what the caller waits for has happened.
    std::function<void()> wait;
    // Reports a call that MPI does not allow, and that has an effect nevertheless.
    std::function<void(const std::string& text)> warn;
    // Makes progress with requests of kind `other`, and completes those whose operations are complete. Empty: whoever
    // has added the requests completes them.
    std::function<void(std::span<const MPI_Request> requests, Progress how)> progress{};
    // The process has contributed to a meeting, which may be complete. Returns when it is. Empty: `wait` is enough.
    std::function<void(const Meeting& meeting)> meet{};
    // The process has completed a generalized request, for which another of its threads may wait. Empty: `wait` returns
    // by itself.
    std::function<void()> completed{};
};

class Library {
public:
    Library(Job& job, int process, Host host)
        : comms(job, process), universe_size(job.size()), host_(std::move(host)) {}
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    Types types;
    Communicators comms;
    Groups groups;
    Operations operations;
    Requests requests;
    Infos infos;
    Keyvals keyvals;
    ErrorCodes error_codes;
    ErrorHandlers error_handlers;

    // Returns when the meeting is complete.
    void wait_for(const Meeting& meeting) {
        if (host_.meet) host_.meet(meeting);
        while (!meeting.complete) host_.wait();
    }
    void wait() { host_.wait(); }
    void completed_request() const {
        if (host_.completed) host_.completed();
    }
    // See Host::progress.
    void progress(std::span<const MPI_Request> requests, Progress how) {
        if (host_.progress) host_.progress(requests, how);
    }

    int universe_size = 0;  // the value of the attribute MPI_UNIVERSE_SIZE

    // Calls the error handler of the communicator, and returns the error code. If the communicator is not valid, the
    // handler is that of MPI_COMM_SELF (MPI 4.1, 9.3), or that of MPI_COMM_WORLD (MPI 3.1, 8.3) if the program has set
    // only this one.
    int raise(int comm, int code, const std::string& text);
    // Ends the program because of a function that is not implemented, whatever the error handlers are: without its
    // effect the program would go wrong later. Returns the error code if the host lets the program continue.
    int refuse(const char* function, const char* reason);
    // Reports a text once.
    void warn_once(const std::string& text);
    // Returns the value of an attribute that every communicator has (MPI 4.1, 9.1.2); nullptr for another key.
    const int* predefined_attribute(int keyval) const;

private:
    Host host_;
    std::set<std::string> warned_;
};

// Returns the current library. There must be one.
Library& library();
// Sets the current library. nullptr: MPI calls are errors of the caller.
void use_library(Library* current);

// Executes the body of an MPI function, into which the compiler copies it: the program has called this function. Errors
// call the error handler of the communicator, 0 if there is none.
template <class Body>
[[gnu::always_inline]] inline int call(const char* function, int comm, Body&& body) {
    const Entry entry(function, __builtin_return_address(0), __builtin_frame_address(0));
    try {
        body(library());
        return MPI_SUCCESS;
    } catch (const Error& error) {
        const int raised = error.comm() == 0 ? comm : error.comm();
        return library().raise(raised, error.error_class(), std::string(function) + ": " + error.what());
    } catch (const std::bad_alloc&) {
        return library().raise(comm, MPI_ERR_NO_MEM, std::string(function) + ": memory is exhausted");
    }
}

// Returns what a pointer argument names. Throws MPI_ERR_ARG if it is null.
template <class Value>
Value& checked(Value* pointer) {
    require(pointer != nullptr, MPI_ERR_ARG, "an argument is a null pointer");
    return *pointer;
}

}  // namespace rmasim::mpi
