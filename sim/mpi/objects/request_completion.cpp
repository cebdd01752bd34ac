#include "sim/mpi/objects/request_completion.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace rmasim::mpi {

void check_all(Library& own, std::span<const MPI_Request> requests) {
    for (const MPI_Request one : requests) own.requests.is_active(one);
}

bool all_complete(Library& own, std::span<const MPI_Request> requests) {
    return std::all_of(requests.begin(), requests.end(),
                       [&](MPI_Request one) { return own.requests.is_complete(one); });
}

int find_complete(Library& own, std::span<const MPI_Request> requests) {
    int found = no_active;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!own.requests.is_active(requests[i])) continue;
        if (own.requests.is_complete(requests[i])) return static_cast<int>(i);
        found = none_complete;
    }
    return found;
}

int store_status(Library& own, MPI_Request request, MPI_Status* status) {
    MPI_Status result = empty_status();
    int error = MPI_SUCCESS;
    if (own.requests.is_active(request)) {
        const Request& known = own.requests.find(to_int(request));
        if (known.kind == Request::Kind::generalized) {
            error = known.functions.call_query(result);
        } else if (known.kind == Request::Kind::other) {
            result = known.status;
            error = result.MPI_ERROR;
        }
    }
    if (status != MPI_STATUS_IGNORE) {
        result.MPI_ERROR = status->MPI_ERROR;
        *status = result;
    }
    return error;
}

int finish(Library& own, MPI_Request& request, MPI_Status* status) {
    int error = store_status(own, request, status);
    if (!own.requests.is_active(request)) return error;
    Request& known = own.requests.find(to_int(request));
    if (error != MPI_SUCCESS) own.requests.comm_of_failure = known.comm;
    if (known.persistent) {
        known.active = known.complete = false;
        return error;
    }
    const int free_error = own.requests.remove(to_int(request));
    request = MPI_REQUEST_NULL;
    return error == MPI_SUCCESS ? free_error : error;
}

void throw_error(int error) {
    if (error == MPI_SUCCESS) return;
    throw Error(error, "the operation of a request has failed", std::exchange(library().requests.comm_of_failure, 0));
}

void Errors::check() const {
    const bool failed = std::any_of(errors_.begin(), errors_.end(), [](int error) { return error != MPI_SUCCESS; });
    if (!failed) return;
    if (statuses_ != MPI_STATUSES_IGNORE)
        for (std::size_t i = 0; i < errors_.size(); ++i) statuses_[i].MPI_ERROR = errors_[i];
    const int comm = std::exchange(library().requests.comm_of_failure, 0);
    throw Error(MPI_ERR_IN_STATUS, "the operation of a request has failed", comm);
}

}  // namespace rmasim::mpi
