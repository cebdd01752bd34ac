// The functions of MPI that start, cancel and free requests, and generalized requests (MPI 4.1, 3.7.3, 3.8.4, 3.9 and
// 13.2).
#include "sim/mpi/objects/request_completion.h"

#include <utility>

using namespace rmasim::mpi;

int PMPI_Start(MPI_Request* request) {
    return call("MPI_Start", 0, [&](Library& own) { own.requests.start(to_int(checked(request))); });
}

// No request is started if one is not valid, not persistent, or active.
int PMPI_Startall(int count, MPI_Request requests[]) {
    return call("MPI_Startall", 0, [&](Library& own) {
        const auto all = request_list(count, requests);
        for (const MPI_Request one : all) own.requests.check_startable(to_int(one));
        for (const MPI_Request one : all) own.requests.start(to_int(one));
    });
}

int PMPI_Cancel(MPI_Request* request) {
    return call("MPI_Cancel", 0, [&](Library& own) { throw_error(own.requests.cancel(to_int(checked(request)))); });
}

int PMPI_Request_free(MPI_Request* request) {
    return call("MPI_Request_free", 0, [&](Library& own) {
        const int error = own.requests.release(to_int(checked(request)));
        *request = MPI_REQUEST_NULL;
        throw_error(error);
    });
}

int PMPI_Grequest_start(MPI_Grequest_query_function* query_fn, MPI_Grequest_free_function* free_fn,
                        MPI_Grequest_cancel_function* cancel_fn, void* extra_state, MPI_Request* request) {
    return call("MPI_Grequest_start", 0, [&](Library& own) {
        require(query_fn != nullptr && free_fn != nullptr && cancel_fn != nullptr, MPI_ERR_ARG, "a function is null");
        checked(request);
        Request started;
        started.kind = Request::Kind::generalized;
        started.functions = {query_fn, free_fn, cancel_fn, extra_state, false};
        *request = to_handle<MPI_Request>(own.requests.add(std::move(started)));
    });
}

int PMPI_Grequest_complete(MPI_Request request) {
    return call("MPI_Grequest_complete", 0, [&](Library& own) {
        const Request& started = own.requests.find_or_released(to_int(request));
        require(started.kind == Request::Kind::generalized, MPI_ERR_REQUEST, "the request is not generalized");
        const int error = own.requests.complete(to_int(request), {});
        own.completed_request();
        throw_error(error);
    });
}
