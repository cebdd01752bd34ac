// The functions of MPI that return whether requests are complete, and leave them as they are (MPI 4.1, 3.7.6).
#include "sim/mpi/objects/request_completion.h"

#include <cstddef>

using namespace rmasim::mpi;

int PMPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
    return call("MPI_Request_get_status", 0, [&](Library& own) {
        own.progress({&request, 1}, Progress::test);
        checked(flag) = own.requests.is_complete(request) ? 1 : 0;
        if (*flag != 0) throw_error(store_status(own, request, status));
    });
}

int PMPI_Request_get_status_all(int count, const MPI_Request requests[], int* flag, MPI_Status statuses[]) {
    return call("MPI_Request_get_status_all", 0, [&](Library& own) {
        const auto all = request_list(count, requests);
        check_all(own, all);
        own.progress(all, Progress::test);
        checked(flag) = all_complete(own, all) ? 1 : 0;
        if (*flag == 0) return;
        Errors errors(statuses);
        for (const MPI_Request one : all) errors.add(store_status(own, one, errors.next()));
        errors.check();
    });
}

int PMPI_Request_get_status_any(int count, const MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
    return call("MPI_Request_get_status_any", 0, [&](Library& own) {
        const auto all = request_list(count, requests);
        check_all(own, all);
        own.progress(all, Progress::test);
        checked(index) = MPI_UNDEFINED;
        const int found = find_complete(own, all);
        checked(flag) = found != none_complete ? 1 : 0;
        if (*flag == 0) return;
        if (found != no_active) *index = found;
        throw_error(
            store_status(own, found == no_active ? MPI_REQUEST_NULL : all[static_cast<std::size_t>(found)], status));
    });
}

int PMPI_Request_get_status_some(int incount, const MPI_Request requests[], int* outcount, int indices[],
                                 MPI_Status statuses[]) {
    return call("MPI_Request_get_status_some", 0, [&](Library& own) {
        const auto all = request_list(incount, requests);
        require(indices != nullptr || all.empty(), MPI_ERR_ARG, "the array is a null pointer");
        check_all(own, all);
        own.progress(all, Progress::test);
        checked(outcount) = MPI_UNDEFINED;
        if (find_complete(own, all) == no_active) return;
        Errors errors(statuses);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!own.requests.is_active(all[i]) || !own.requests.is_complete(all[i])) continue;
            indices[errors.count()] = static_cast<int>(i);
            errors.add(store_status(own, all[i], errors.next()));
        }
        *outcount = errors.count();
        errors.check();
    });
}
