// The functions of MPI that complete requests, and generalized requests (MPI 4.1, 3.7.3 to 3.7.5 and 13.2).
#include "sim/mpi/objects/library.h"

#include <cstddef>
#include <span>

namespace rmasim::mpi {

namespace {

bool is_active(Library& own, MPI_Request request) {
    return request != MPI_REQUEST_NULL && own.requests.find(to_int(request)).active;
}

bool is_complete(Library& own, MPI_Request request) {
    return !is_active(own, request) || own.requests.find(to_int(request)).is_complete();
}

// Completes a request that is complete: its status, then the handle becomes null or the request inactive. Returns the
// error of the operation.
int finish(Library& own, MPI_Request& handle, MPI_Status* status) {
    MPI_Status result = empty_status();
    int error = MPI_SUCCESS;
    if (is_active(own, handle)) {
        Request& request = own.requests.find(to_int(handle));
        if (request.kind == Request::Kind::generalized) {
            const GeneralizedFunctions functions = request.functions;
            error = functions.query(functions.extra_state, &result);
            const int free_error = functions.free(functions.extra_state);
            if (error == MPI_SUCCESS) error = free_error;
        } else if (request.kind == Request::Kind::other) {
            result = request.status;
            error = result.MPI_ERROR;
        }
        if (request.persistent) {
            request.active = request.complete = false;
        } else {
            own.requests.free(to_int(handle));
            handle = MPI_REQUEST_NULL;
        }
    }
    // MPI_ERROR of a single completion stays (MPI 4.1, 3.2.5).
    if (status != MPI_STATUS_IGNORE) {
        const int kept = status->MPI_ERROR;
        *status = result;
        status->MPI_ERROR = kept;
    }
    return error;
}

std::span<MPI_Request> list(int count, MPI_Request* requests) {
    require(count >= 0, MPI_ERR_COUNT, "the count is negative");
    require(requests != nullptr || count == 0, MPI_ERR_ARG, "the array is a null pointer");
    return {requests, static_cast<std::size_t>(count)};
}

void check_all(Library& own, std::span<MPI_Request> requests) {
    for (const MPI_Request one : requests) is_active(own, one);
}

void throw_error(int error) { require(error == MPI_SUCCESS, error, "the operation of a request has failed"); }

// Completes all requests. If one has failed, MPI_ERR_IN_STATUS is thrown, and each status has its error.
void finish_all(Library& own, std::span<MPI_Request> requests, MPI_Status* statuses) {
    bool failed = false;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        MPI_Status* const status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
        const int error = finish(own, requests[i], status);
        if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = error;
        failed = failed || error != MPI_SUCCESS;
    }
    require(!failed, MPI_ERR_IN_STATUS, "the operation of a request has failed");
}

bool all_complete(Library& own, std::span<MPI_Request> requests) {
    for (const MPI_Request one : requests)
        if (!is_complete(own, one)) return false;
    return true;
}

constexpr int no_active = -1, none_complete = -2;

// Returns the index of a complete active request, or one of the constants above.
int find_complete(Library& own, std::span<MPI_Request> requests) {
    int found = no_active;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!is_active(own, requests[i])) continue;
        if (is_complete(own, requests[i])) return static_cast<int>(i);
        found = none_complete;
    }
    return found;
}

void finish_any(Library& own, std::span<MPI_Request> requests, int found, int* index, MPI_Status* status) {
    *index = found == no_active ? MPI_UNDEFINED : found;
    MPI_Request none = MPI_REQUEST_NULL;
    throw_error(finish(own, found == no_active ? none : requests[static_cast<std::size_t>(found)], status));
}

// Completes all that are complete. Returns their number; MPI_UNDEFINED if no request is active.
int finish_some(Library& own, std::span<MPI_Request> requests, int* indices, MPI_Status* statuses, bool& failed) {
    if (find_complete(own, requests) == no_active) return MPI_UNDEFINED;
    int count = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!is_active(own, requests[i]) || !is_complete(own, requests[i])) continue;
        MPI_Status* const status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + count;
        const int error = finish(own, requests[i], status);
        if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = error;
        failed = failed || error != MPI_SUCCESS;
        indices[count++] = static_cast<int>(i);
    }
    return count;
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
    return call("MPI_Test", 0, [&](Library& own) {
        checked(flag) = is_complete(own, checked(request)) ? 1 : 0;
        if (*flag != 0) throw_error(finish(own, *request, status));
    });
}

int PMPI_Wait(MPI_Request* request, MPI_Status* status) {
    return call("MPI_Wait", 0, [&](Library& own) {
        checked(request);
        while (!is_complete(own, *request)) own.wait();
        throw_error(finish(own, *request, status));
    });
}

int PMPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
    return call("MPI_Testall", 0, [&](Library& own) {
        const auto all = list(count, requests);
        check_all(own, all);
        checked(flag) = all_complete(own, all) ? 1 : 0;
        if (*flag != 0) finish_all(own, all, statuses);
    });
}

int PMPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
    return call("MPI_Waitall", 0, [&](Library& own) {
        const auto all = list(count, requests);
        check_all(own, all);
        while (!all_complete(own, all)) own.wait();
        finish_all(own, all, statuses);
    });
}

int PMPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
    return call("MPI_Testany", 0, [&](Library& own) {
        const auto all = list(count, requests);
        checked(index) = MPI_UNDEFINED;
        const int found = find_complete(own, all);
        checked(flag) = found != none_complete ? 1 : 0;
        if (*flag != 0) finish_any(own, all, found, index, status);
    });
}

int PMPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
    return call("MPI_Waitany", 0, [&](Library& own) {
        const auto all = list(count, requests);
        checked(index);
        int found = find_complete(own, all);
        for (; found == none_complete; found = find_complete(own, all)) own.wait();
        finish_any(own, all, found, index, status);
    });
}

int PMPI_Testsome(int incount, MPI_Request requests[], int* outcount, int indices[], MPI_Status statuses[]) {
    return call("MPI_Testsome", 0, [&](Library& own) {
        const auto all = list(incount, requests);
        require(indices != nullptr || all.empty(), MPI_ERR_ARG, "the array is a null pointer");
        bool failed = false;
        checked(outcount) = finish_some(own, all, indices, statuses, failed);
        require(!failed, MPI_ERR_IN_STATUS, "the operation of a request has failed");
    });
}

int PMPI_Waitsome(int incount, MPI_Request requests[], int* outcount, int indices[], MPI_Status statuses[]) {
    return call("MPI_Waitsome", 0, [&](Library& own) {
        const auto all = list(incount, requests);
        require(indices != nullptr || all.empty(), MPI_ERR_ARG, "the array is a null pointer");
        checked(outcount);
        while (find_complete(own, all) == none_complete) own.wait();
        bool failed = false;
        *outcount = finish_some(own, all, indices, statuses, failed);
        require(!failed, MPI_ERR_IN_STATUS, "the operation of a request has failed");
    });
}

int PMPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
    return call("MPI_Request_get_status", 0, [&](Library& own) {
        checked(flag) = is_complete(own, request) ? 1 : 0;
        if (*flag == 0 || status == MPI_STATUS_IGNORE) return;
        *status = empty_status();
        if (!is_active(own, request)) return;
        const Request& known = own.requests.find(to_int(request));
        if (known.kind == Request::Kind::generalized)
            throw_error(known.functions.query(known.functions.extra_state, status));
        else if (known.kind == Request::Kind::other) *status = known.status;
    });
}

int PMPI_Grequest_start(MPI_Grequest_query_function* query_fn, MPI_Grequest_free_function* free_fn,
                        MPI_Grequest_cancel_function* cancel_fn, void* extra_state, MPI_Request* request) {
    return call("MPI_Grequest_start", 0, [&](Library& own) {
        require(query_fn != nullptr && free_fn != nullptr && cancel_fn != nullptr, MPI_ERR_ARG, "a function is null");
        Request started;
        started.kind = Request::Kind::generalized;
        started.functions = {query_fn, free_fn, cancel_fn, extra_state};
        checked(request) = to_handle<MPI_Request>(own.requests.add(started));
    });
}

int PMPI_Grequest_complete(MPI_Request request) {
    return call("MPI_Grequest_complete", 0, [&](Library& own) {
        Request& started = own.requests.find(to_int(request));
        require(started.kind == Request::Kind::generalized, MPI_ERR_REQUEST, "the request is not generalized");
        started.complete = true;
    });
}
