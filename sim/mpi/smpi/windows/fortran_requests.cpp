#include "sim/mpi/smpi/windows/fortran_requests.h"

#include "sim/mpi/windows/checked_call.h"

#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <vector>

namespace rmasim::sim {

namespace {

// The integers of the operations' requests at all ranks. Freed integers are reused, beginning with the last freed one.
struct Numbers {
    std::map<MPI_Request, MPI_Fint> of;
    std::map<MPI_Fint, MPI_Request> requests;
    std::vector<MPI_Fint> free;
};
Numbers& numbers() {
    static Numbers all;
    return all;
}

}  // namespace

MPI_Fint number_of_operation(MPI_Request request) {
    Numbers& all = numbers();
    const auto known = all.of.find(request);
    if (known != all.of.end()) return known->second;
    MPI_Fint number = -1000 - static_cast<MPI_Fint>(all.of.size() + all.free.size());
    if (!all.free.empty()) {
        number = all.free.back();
        all.free.pop_back();
    }
    all.of.emplace(request, number);
    all.requests.emplace(number, request);
    return number;
}

MPI_Request operation_numbered(MPI_Fint number) {
    const auto known = numbers().requests.find(number);
    return known == numbers().requests.end() ? MPI_REQUEST_NULL : known->second;
}

void forget_number_of(MPI_Request request) {
    Numbers& all = numbers();
    const auto known = all.of.find(request);
    if (known == all.of.end()) return;
    all.free.push_back(known->second);
    all.requests.erase(known->second);
    all.of.erase(known);
}

namespace {

// Returns the status at an address. Returns null if the address is that of the constant `ignored`, such as
// MPI_STATUS_IGNORE. SMPI's constants for Fortran are variables, so the function compares addresses.
MPI_Status* status_at(void* at, const char* ignored) {
    return at == ::dlsym(RTLD_DEFAULT, ignored) ? nullptr : static_cast<MPI_Status*>(at);
}
MPI_Status* status_at(void* at) { return status_at(at, "mpi_status_ignore_"); }
MPI_Status* statuses_at(void* at) { return status_at(at, "mpi_statuses_ignore_"); }

// Converts a Fortran array of requests to C. Some of the requests may be those of RMA operations.
class FortranRequests {
public:
    FortranRequests(int count, MPI_Fint* numbers) : numbers_(numbers) {
        for (int i = 0; i < count; ++i) {
            const MPI_Fint number = numbers[i];
            all_.push_back(number == null_request    ? MPI_REQUEST_NULL
                           : is_of_operation(number) ? operation_numbered(number)
                                                     : PMPI_Request_f2c(number));
        }
    }
    MPI_Request* all() { return all_.data(); }
    int count() const { return static_cast<int>(all_.size()); }
    // Stores MPI_REQUEST_NULL in the Fortran array for each completed request.
    void give_back() {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i] == MPI_REQUEST_NULL) numbers_[i] = null_request;
        }
    }

private:
    MPI_Fint* numbers_;
    std::vector<MPI_Request> all_;
};

bool any_of_operations(int count, const MPI_Fint* numbers) {
    return std::any_of(numbers, numbers + count, is_of_operation);
}

void count_from_one(int* index) {
    if (*index != MPI_UNDEFINED) ++*index;
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;

// Calls SMPI's function for Fortran if none of the requests belongs to an RMA operation.
#define RMASIM_ELSE_OF_SMPI(name, has_operations, parameters, arguments)                \
    if (!(has_operations)) {                                                            \
        using Function = void(*) parameters;                                            \
        static const auto next = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, #name)); \
        return next arguments;                                                          \
    }

extern "C" {

void mpi_wait_(MPI_Fint* request, void* status, int* error) {
    RMASIM_ELSE_OF_SMPI(mpi_wait_, is_of_operation(*request), (MPI_Fint*, void*, int*), (request, status, error));
    FortranRequests requests(1, request);
    *error = MPI_Wait(requests.all(), status_at(status));
    requests.give_back();
}

void mpi_waitall_(int* count, MPI_Fint* all, void* statuses, int* error) {
    RMASIM_ELSE_OF_SMPI(mpi_waitall_, any_of_operations(*count, all), (int*, MPI_Fint*, void*, int*),
                        (count, all, statuses, error));
    FortranRequests requests(*count, all);
    *error = MPI_Waitall(requests.count(), requests.all(), statuses_at(statuses));
    requests.give_back();
}

void mpi_waitany_(int* count, MPI_Fint* all, int* index, void* status, int* error) {
    RMASIM_ELSE_OF_SMPI(mpi_waitany_, any_of_operations(*count, all), (int*, MPI_Fint*, int*, void*, int*),
                        (count, all, index, status, error));
    FortranRequests requests(*count, all);
    *error = MPI_Waitany(requests.count(), requests.all(), index, status_at(status));
    requests.give_back();
    count_from_one(index);
}

void mpi_waitsome_(int* count, MPI_Fint* all, int* found, int* indices, void* statuses, int* error) {
    RMASIM_ELSE_OF_SMPI(mpi_waitsome_, any_of_operations(*count, all), (int*, MPI_Fint*, int*, int*, void*, int*),
                        (count, all, found, indices, statuses, error));
    FortranRequests requests(*count, all);
    *error = MPI_Waitsome(requests.count(), requests.all(), found, indices, statuses_at(statuses));
    requests.give_back();
    std::for_each(indices, indices + *found, [](int& index) { ++index; });
}

void mpi_test_(MPI_Fint* request, int* done, void* status, int* error) {
    RMASIM_ELSE_OF_SMPI(mpi_test_, is_of_operation(*request), (MPI_Fint*, int*, void*, int*),
                        (request, done, status, error));
    FortranRequests requests(1, request);
    *error = MPI_Test(requests.all(), done, status_at(status));
    requests.give_back();
}

void mpi_testall_(int* count, MPI_Fint* all, int* done, void* statuses, int* error) {
    RMASIM_ELSE_OF_SMPI(mpi_testall_, any_of_operations(*count, all), (int*, MPI_Fint*, int*, void*, int*),
                        (count, all, done, statuses, error));
    FortranRequests requests(*count, all);
    *error = MPI_Testall(requests.count(), requests.all(), done, statuses_at(statuses));
    requests.give_back();
}

void mpi_testany_(int* count, MPI_Fint* all, int* index, int* done, void* status, int* error) {
    RMASIM_ELSE_OF_SMPI(mpi_testany_, any_of_operations(*count, all), (int*, MPI_Fint*, int*, int*, void*, int*),
                        (count, all, index, done, status, error));
    FortranRequests requests(*count, all);
    *error = MPI_Testany(requests.count(), requests.all(), index, done, status_at(status));
    requests.give_back();
    count_from_one(index);
}

void mpi_testsome_(int* count, MPI_Fint* all, int* found, int* indices, void* statuses, int* error) {
    RMASIM_ELSE_OF_SMPI(mpi_testsome_, any_of_operations(*count, all), (int*, MPI_Fint*, int*, int*, void*, int*),
                        (count, all, found, indices, statuses, error));
    FortranRequests requests(*count, all);
    *error = MPI_Testsome(requests.count(), requests.all(), found, indices, statuses_at(statuses));
    requests.give_back();
    std::for_each(indices, indices + *found, [](int& index) { ++index; });
}

void mpi_request_free_(MPI_Fint* request, int* error) {
    RMASIM_ELSE_OF_SMPI(mpi_request_free_, is_of_operation(*request), (MPI_Fint*, int*), (request, error));
    FortranRequests requests(1, request);
    *error = MPI_Request_free(requests.all());
    requests.give_back();
}

MPI_Fint MPI_Request_c2f(MPI_Request request) {
    const bool ours =
        request != MPI_REQUEST_NULL && world().has_joined() && SmpiWorld::get().find_request(request) != nullptr;
    return ours ? number_of_operation(request) : PMPI_Request_c2f(request);
}

MPI_Request MPI_Request_f2c(MPI_Fint number) {
    return is_of_operation(number) ? operation_numbered(number) : PMPI_Request_f2c(number);
}

}  // extern "C"

#undef RMASIM_ELSE_OF_SMPI
