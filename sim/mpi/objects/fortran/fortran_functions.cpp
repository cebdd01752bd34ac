// The functions for Fortran that differ from those in C by more than the form of their arguments, or that C does not
// have. fortran_attributes.cpp has those for attributes; the others are generated (sim/mpi/api/generate_fortran.py).
#include "sim/mpi/objects/fortran/fortran_arguments.h"
#include "sim/mpi/objects/functions/function_cast.h"
#include "sim/mpi/objects/library.h"

#include <cstddef>
#include <cstring>
#include <utility>

namespace rmasim::mpi {

int peers_of(MPI_Fint comm) {
    const Comm* const found = library().comms.find_if_valid(comm);
    if (found == nullptr || found->shared == nullptr) return 0;
    return found->shared->is_inter() ? found->remote()->size() : found->group().size();
}

NeighbourLists neighbours_of(MPI_Fint comm) {
    const Comm* const found = library().comms.find_if_valid(comm);
    if (found == nullptr || found->topology == nullptr) return {};
    return neighbours_of(*found->topology, found->rank);
}

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

extern "C" {

void pmpi_grequest_start_(AnyFunction query, AnyFunction release, AnyFunction cancel, const MPI_Aint* extra,
                          MPI_Fint* request, MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Grequest_start");
    store_error(ierror, call("MPI_Grequest_start", 0, [&](Library& own) {
                    Request started;
                    started.kind = Request::Kind::generalized;
                    started.functions = {function_cast<MPI_Grequest_query_function*>(query),
                                         function_cast<MPI_Grequest_free_function*>(release),
                                         function_cast<MPI_Grequest_cancel_function*>(cancel),
                                         reinterpret_cast<void*>(*extra), true};
                    *request = own.requests.add(std::move(started));
                }));
}
RMASIM_NAMES(grequest_start)

// The length does not include an end, as it does in C.
void pmpi_info_get_string_(const MPI_Fint* info, const char* key, MPI_Fint* buflen, char* value, int* flag,
                           MPI_Fint* ierror, std::size_t key_length, std::size_t value_length) {
    RMASIM_ENTRY("MPI_Info_get_string");
    int length = *buflen == 0 ? 0 : *buflen + 1;
    *flag = 0;
    store_error(ierror, PMPI_Info_get_string(to_handle<MPI_Info>(*info), trimmed(key, key_length).c_str(), &length,
                                             TextOut(value, value_length), flag));
    if (*flag != 0) *buflen = length - 1;
}
RMASIM_NAMES(info_get_string)

// ---- Fortran only.

void pmpi_f_sync_reg_(const void*) {}
RMASIM_OLD_NAMES(f_sync_reg)

void pmpi_status_f2f08_(const MPI_Fint* from, MPI_Fint* to, MPI_Fint* ierror) {
    std::memcpy(to, from, sizeof(MPI_Status));
    store_error(ierror, MPI_SUCCESS);
}
RMASIM_NAMES(status_f2f08)

void pmpi_status_f082f_(const MPI_Fint* from, MPI_Fint* to, MPI_Fint* ierror) { pmpi_status_f2f08_(from, to, ierror); }
RMASIM_NAMES(status_f082f)

// The comparisons of handles in the module mpi_f08.
#define RMASIM_COMPARISONS(kind)                                                           \
    int mpi_##kind##_equal_f08_(const MPI_Fint* a, const MPI_Fint* b) { return *a == *b; } \
    int mpi_##kind##_unequal_f08_(const MPI_Fint* a, const MPI_Fint* b) { return *a != *b; }

RMASIM_COMPARISONS(comm)
RMASIM_COMPARISONS(datatype)
RMASIM_COMPARISONS(errhandler)
RMASIM_COMPARISONS(file)
RMASIM_COMPARISONS(group)
RMASIM_COMPARISONS(info)
RMASIM_COMPARISONS(message)
RMASIM_COMPARISONS(op)
RMASIM_COMPARISONS(request)
RMASIM_COMPARISONS(session)
RMASIM_COMPARISONS(win)

}  // extern "C"
