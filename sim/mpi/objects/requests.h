// The requests of a process, by handle, and the statuses of completed ones (MPI 4.1, 3.7 and 13.2). This folder has
// requests of MPI_COMM_IDUP and generalized requests; other layers add requests and complete them.
#pragma once

#include "sim/mpi/objects/creation.h"
#include "sim/mpi/objects/handle_table.h"

#include <mpi.h>

#include <cstdint>
#include <memory>

namespace rmasim::mpi {

// The functions of a generalized request.
struct GeneralizedFunctions {
    MPI_Grequest_query_function* query = nullptr;
    MPI_Grequest_free_function* free = nullptr;
    MPI_Grequest_cancel_function* cancel = nullptr;
    void* extra_state = nullptr;
};

struct Request {
    enum class Kind : std::uint8_t { generalized, creation, other };
    Kind kind = Kind::other;
    bool complete = false;    // of generalized and other requests
    bool persistent = false;  // completion makes it inactive instead of freeing it
    bool active = true;
    MPI_Status status{};  // of other requests
    GeneralizedFunctions functions;
    std::shared_ptr<const Meeting> meeting;  // of MPI_COMM_IDUP

    bool is_complete() const { return kind == Kind::creation ? meeting->complete : complete; }
};

class Requests {
public:
    int add(Request request);
    // Throws MPI_ERR_REQUEST.
    Request& find(int handle);
    void free(int handle) { table_.take(handle); }
    std::size_t size() const { return table_.size(); }

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
