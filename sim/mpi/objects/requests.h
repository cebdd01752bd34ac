// The requests of a process, by handle, and the statuses of completed ones (MPI 4.1, 3.7, 3.9 and 13.2). This folder
// has requests of MPI_COMM_IDUP and generalized requests; other layers add requests and complete them.
#pragma once

#include "sim/mpi/objects/creation.h"
#include "sim/mpi/objects/handle_table.h"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace rmasim::mpi {

// The functions of a generalized request. Each one returns an error code of the program.
struct GeneralizedFunctions {
    MPI_Grequest_query_function* query = nullptr;
    MPI_Grequest_free_function* free = nullptr;
    MPI_Grequest_cancel_function* cancel = nullptr;
    void* extra_state = nullptr;
    bool in_fortran = false;  // they are subroutines, whose arguments are references

    int call_query(MPI_Status& status) const;
    int call_free() const;
    int call_cancel(bool is_complete) const;
};

struct Request {
    enum class Kind : std::uint8_t { generalized, creation, other };
    Kind kind = Kind::other;
    bool complete = false;    // of generalized and other requests
    bool persistent = false;  // completion makes it inactive instead of freeing it
    bool active = true;
    bool released = false;   // by MPI_REQUEST_FREE: completion frees it
    bool of_window = false;  // of an RMA operation
    MPI_Status status{};     // of other requests
    GeneralizedFunctions functions;
    std::shared_ptr<const Meeting> meeting;  // of MPI_COMM_IDUP
    // The number that the layer which has added a request of kind `other` gives it, and the group in which the source
    // of its message has a rank.
    std::uint32_t number = 0;
    // MPI_ISENDRECV has two such numbers: `number` is that of the receive, which is complete if `received` is true.
    // `send` is that of the send, until it is complete.
    std::optional<std::uint32_t> send;
    bool received = false;
    GroupRef sources;
    int comm = 0;  // the communicator whose error handler is called if the operation fails; 0: that of MPI_COMM_SELF
    std::shared_ptr<const void> keeps;  // what must exist until the request is complete
    // Functions of the layer that has added a request of kind `other`; they get the handle. A request without `cancel`
    // completes as if MPI_CANCEL had not been called. `release` lets the operation of an active request complete by
    // itself; a request without it is freed at its completion.
    std::function<void(int handle)> start, cancel, release;
    std::function<void()> finish;  // completes the operation for the process, when the request completes
    std::function<void()> freed;   // called when a persistent request is freed

    bool is_complete() const { return kind == Kind::creation ? meeting->complete : complete; }
};

class Requests {
public:
    int add(Request request);
    // Throws MPI_ERR_REQUEST; also if the request is released, unless it may be.
    Request& find(int handle);
    Request& find_or_released(int handle);
    // A null request is inactive and complete. Throw MPI_ERR_REQUEST.
    bool is_active(MPI_Request request);
    bool is_complete(MPI_Request request);
    // Throws MPI_ERR_REQUEST unless the request is persistent and inactive.
    Request& check_startable(int handle);
    void start(int handle);
    // Completes the operation of a request with `status`, which a generalized one does not use. Returns the error code
    // of the program's function, if it is called because the request is released.
    int complete(int handle, const MPI_Status& status);
    // Executes MPI_REQUEST_FREE; an active request is freed when it is complete. Returns an error code as above.
    int release(int handle);
    // Cancels the operation of a request. Returns the error code of the program's function.
    int cancel(int handle);
    // Removes a request that is complete or inactive. Returns an error code as above.
    int remove(int handle);
    std::size_t size() const { return table_.size(); }
    int comm_of_failure = 0;  // Request::comm of the last request whose operation has failed

private:
    HandleTable<Request> table_{rmasim::mpi::Kind::request};
};

// ---- Statuses. The count of bytes has 63 bits.

// The status of a null or inactive request (MPI 4.1, 3.7.3).
MPI_Status empty_status();
std::int64_t status_bytes(const MPI_Status& status);
void set_status_bytes(MPI_Status& status, std::int64_t bytes);
bool is_cancelled(const MPI_Status& status);
void set_cancelled(MPI_Status& status, bool cancelled);

}  // namespace rmasim::mpi
