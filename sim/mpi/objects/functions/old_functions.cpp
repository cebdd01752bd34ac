// The functions of MPI-1 that MPI 3.0 removed, and conversions of statuses for Fortran (MPI 4.1, 19.3.5). Programs
// still use them.
#include "sim/mpi/objects/fortran/fortran_arguments.h"
#include "sim/mpi/objects/library.h"

#include <cstring>

using namespace rmasim::mpi;

int PMPI_Address(void* location, MPI_Aint* address) { return PMPI_Get_address(location, address); }

int PMPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return PMPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype);
}

int PMPI_Type_hindexed(int count, const int lengths[], const MPI_Aint disps[], MPI_Datatype oldtype,
                       MPI_Datatype* newtype) {
    return PMPI_Type_create_hindexed(count, lengths, disps, oldtype, newtype);
}

int PMPI_Type_struct(int count, const int lengths[], const MPI_Aint disps[], const MPI_Datatype types[],
                     MPI_Datatype* newtype) {
    return PMPI_Type_create_struct(count, lengths, disps, types, newtype);
}

int PMPI_Type_extent(MPI_Datatype datatype, MPI_Aint* extent) {
    MPI_Aint lb = 0;
    return PMPI_Type_get_extent(datatype, &lb, extent);
}

int PMPI_Type_lb(MPI_Datatype datatype, MPI_Aint* displacement) {
    MPI_Aint extent = 0;
    return PMPI_Type_get_extent(datatype, displacement, &extent);
}

int PMPI_Type_ub(MPI_Datatype datatype, MPI_Aint* displacement) {
    return call("MPI_Type_ub", 0,
                [&](Library& own) { checked(displacement) = own.types.type(to_int(datatype))->bounds().ub; });
}

int PMPI_Status_c2f(const MPI_Status* c_status, MPI_Fint* f_status) {
    return call("MPI_Status_c2f", 0, [&](Library&) {
        require(c_status != MPI_STATUS_IGNORE, MPI_ERR_ARG, "MPI_STATUS_IGNORE has no status");
        std::memcpy(&checked(f_status), c_status, sizeof *c_status);
    });
}

int PMPI_Status_f2c(const MPI_Fint* f_status, MPI_Status* c_status) {
    return call("MPI_Status_f2c", 0, [&](Library&) {
        require(f_status != nullptr && status_address(f_status) != MPI_STATUS_IGNORE, MPI_ERR_ARG,
                "MPI_STATUS_IGNORE has no status");
        std::memcpy(&checked(c_status), f_status, sizeof *c_status);
    });
}
