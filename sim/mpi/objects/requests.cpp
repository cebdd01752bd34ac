#include "sim/mpi/objects/requests.h"

#include "sim/mpi/objects/entry.h"
#include "sim/mpi/objects/error.h"
#include "sim/mpi/objects/functions/function_cast.h"

#include <utility>

namespace rmasim::mpi {

namespace {

constexpr int low = 0, high = 1, cancelled_index = 2;  // of MPI_internal

}  // namespace

// ---- The functions of generalized requests. In Fortran they get the state by reference, and store the error code.

int GeneralizedFunctions::call_query(MPI_Status& status) const {
    const ProgramCode program;
    if (!in_fortran) return query(extra_state, &status);
    const auto state = reinterpret_cast<MPI_Aint>(extra_state);
    MPI_Fint error = MPI_SUCCESS;
    function_cast<void (*)(const MPI_Aint*, MPI_Status*, MPI_Fint*)>(query)(&state, &status, &error);
    return error;
}

int GeneralizedFunctions::call_free() const {
    const ProgramCode program;
    if (!in_fortran) return free(extra_state);
    const auto state = reinterpret_cast<MPI_Aint>(extra_state);
    MPI_Fint error = MPI_SUCCESS;
    function_cast<void (*)(const MPI_Aint*, MPI_Fint*)>(free)(&state, &error);
    return error;
}

int GeneralizedFunctions::call_cancel(bool is_complete) const {
    const MPI_Fint flag = is_complete ? 1 : 0;
    if (!in_fortran) return cancel(extra_state, flag);
    const auto state = reinterpret_cast<MPI_Aint>(extra_state);
    MPI_Fint error = MPI_SUCCESS;
    function_cast<void (*)(const MPI_Aint*, const MPI_Fint*, MPI_Fint*)>(cancel)(&state, &flag, &error);
    return error;
}

// ---- Requests.

int Requests::add(Request request) {
    const int handle = table_.add(std::move(request));
    require(handle != 0, MPI_ERR_OTHER, "too many requests exist");
    return handle;
}

Request& Requests::find_or_released(int handle) {
    Request* const found = table_.find(handle);
    require(found != nullptr, MPI_ERR_REQUEST, "the request is null, freed, or none");
    return *found;
}

Request& Requests::find(int handle) {
    Request& found = find_or_released(handle);
    require(!found.released, MPI_ERR_REQUEST, "MPI_Request_free has freed the request");
    return found;
}

bool Requests::is_active(MPI_Request request) { return request != MPI_REQUEST_NULL && find(to_int(request)).active; }

bool Requests::is_complete(MPI_Request request) { return !is_active(request) || find(to_int(request)).is_complete(); }

Request& Requests::check_startable(int handle) {
    Request& request = find(handle);
    require(request.persistent, MPI_ERR_REQUEST, "the request is not persistent");
    require(!request.active, MPI_ERR_REQUEST, "the request is active");
    return request;
}

void Requests::start(int handle) {
    Request& request = check_startable(handle);
    request.active = true;
    request.complete = false;
    if (request.start) request.start(handle);
}

int Requests::remove(int handle) {
    const Request request = table_.take(handle);
    if (request.freed) request.freed();
    return request.kind == Request::Kind::generalized ? request.functions.call_free() : static_cast<int>(MPI_SUCCESS);
}

int Requests::complete(int handle, const MPI_Status& status) {
    Request& request = find_or_released(handle);
    request.complete = true;
    request.status = status;
    return request.released ? remove(handle) : static_cast<int>(MPI_SUCCESS);
}

int Requests::release(int handle) {
    Request& request = find(handle);
    require(request.kind != Request::Kind::creation, MPI_ERR_REQUEST,
            "the request of a collective operation cannot be freed");
    require(!request.of_window, MPI_ERR_REQUEST,
            "the request belongs to an RMA operation, so it must be waited for (MPI 4.1, 12.3.5)");
    if (request.active && !request.complete && request.release) {
        request.release(handle);
        return remove(handle);
    }
    request.released = true;
    return !request.active || request.complete ? remove(handle) : static_cast<int>(MPI_SUCCESS);
}

int Requests::cancel(int handle) {
    Request& request = find(handle);
    require(request.active, MPI_ERR_REQUEST, "the request is inactive");
    require(request.kind != Request::Kind::creation, MPI_ERR_REQUEST,
            "the request of a collective operation cannot be cancelled");
    if (request.kind == Request::Kind::generalized) return request.functions.call_cancel(request.complete);
    if (request.cancel && !request.complete) request.cancel(handle);
    return MPI_SUCCESS;
}

// ---- Statuses.

MPI_Status empty_status() { return {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, {}}; }

std::int64_t status_bytes(const MPI_Status& status) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(status.MPI_internal[high]))
                                         << 32 |
                                     static_cast<std::uint32_t>(status.MPI_internal[low]));
}

void set_status_bytes(MPI_Status& status, std::int64_t bytes) {
    status.MPI_internal[low] = static_cast<int>(static_cast<std::uint32_t>(bytes));
    status.MPI_internal[high] = static_cast<int>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(bytes) >> 32));
}

bool is_cancelled(const MPI_Status& status) { return status.MPI_internal[cancelled_index] != 0; }

void set_cancelled(MPI_Status& status, bool cancelled) { status.MPI_internal[cancelled_index] = cancelled ? 1 : 0; }

}  // namespace rmasim::mpi
