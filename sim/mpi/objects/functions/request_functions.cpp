// The functions of MPI that wait for requests or test them (MPI 4.1, 3.7.3 and 3.7.5).
#include "sim/mpi/objects/request_completion.h"

#include <cstddef>
#include <span>

namespace rmasim::mpi {

namespace {

// Completes all requests. Throws MPI_ERR_IN_STATUS if one has failed.
void finish_all(Library& own, std::span<MPI_Request> requests, MPI_Status* statuses) {
    Errors errors(statuses);
    for (MPI_Request& one : requests) errors.add(finish(own, one, errors.next()));
    errors.check();
}

// Completes the request that find_complete has returned.
void finish_any(Library& own, std::span<MPI_Request> requests, int found, int* index, MPI_Status* status) {
    *index = found == no_active ? MPI_UNDEFINED : found;
    MPI_Request none = MPI_REQUEST_NULL;
    throw_error(finish(own, found == no_active ? none : requests[static_cast<std::size_t>(found)], status));
}

// Completes all requests that are complete, and stores their number; MPI_UNDEFINED if no request is active.
void finish_some(Library& own, std::span<MPI_Request> requests, int* outcount, int* indices, MPI_Status* statuses) {
    *outcount = MPI_UNDEFINED;
    if (find_complete(own, requests) == no_active) return;
    Errors errors(statuses);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!own.requests.is_active(requests[i]) || !own.requests.is_complete(requests[i])) continue;
        indices[errors.count()] = static_cast<int>(i);
        errors.add(finish(own, requests[i], errors.next()));
    }
    *outcount = errors.count();
    errors.check();
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
    return call("MPI_Test", 0, [&](Library& own) {
        own.progress({&checked(request), 1}, Progress::test);
        checked(flag) = own.requests.is_complete(*request) ? 1 : 0;
        if (*flag != 0) throw_error(finish(own, *request, status));
    });
}

int PMPI_Wait(MPI_Request* request, MPI_Status* status) {
    return call("MPI_Wait", 0, [&](Library& own) {
        own.progress({&checked(request), 1}, Progress::all);
        while (!own.requests.is_complete(*request)) own.wait();
        throw_error(finish(own, *request, status));
    });
}

int PMPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
    return call("MPI_Testall", 0, [&](Library& own) {
        const auto all = request_list(count, requests);
        check_all(own, all);
        own.progress(all, Progress::test);
        checked(flag) = all_complete(own, all) ? 1 : 0;
        if (*flag != 0) finish_all(own, all, statuses);
    });
}

int PMPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
    return call("MPI_Waitall", 0, [&](Library& own) {
        const auto all = request_list(count, requests);
        check_all(own, all);
        own.progress(all, Progress::all);
        while (!all_complete(own, all)) own.wait();
        finish_all(own, all, statuses);
    });
}

int PMPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
    return call("MPI_Testany", 0, [&](Library& own) {
        const auto all = request_list(count, requests);
        checked(index) = MPI_UNDEFINED;
        own.progress(all, Progress::test);
        const int found = find_complete(own, all);
        checked(flag) = found != none_complete ? 1 : 0;
        if (*flag != 0) finish_any(own, all, found, index, status);
    });
}

int PMPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
    return call("MPI_Waitany", 0, [&](Library& own) {
        const auto all = request_list(count, requests);
        checked(index);
        own.progress(all, Progress::any);
        int found = find_complete(own, all);
        for (; found == none_complete; found = find_complete(own, all)) own.wait();
        finish_any(own, all, found, index, status);
    });
}

int PMPI_Testsome(int incount, MPI_Request requests[], int* outcount, int indices[], MPI_Status statuses[]) {
    return call("MPI_Testsome", 0, [&](Library& own) {
        const auto all = request_list(incount, requests);
        require(indices != nullptr || all.empty(), MPI_ERR_ARG, "the array is a null pointer");
        own.progress(all, Progress::test);
        finish_some(own, all, &checked(outcount), indices, statuses);
    });
}

int PMPI_Waitsome(int incount, MPI_Request requests[], int* outcount, int indices[], MPI_Status statuses[]) {
    return call("MPI_Waitsome", 0, [&](Library& own) {
        const auto all = request_list(incount, requests);
        require(indices != nullptr || all.empty(), MPI_ERR_ARG, "the array is a null pointer");
        checked(outcount);
        own.progress(all, Progress::any);
        while (find_complete(own, all) == none_complete) own.wait();
        finish_some(own, all, outcount, indices, statuses);
    });
}
