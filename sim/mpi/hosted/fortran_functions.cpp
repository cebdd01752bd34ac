// The functions of MPI on the core that differ in Fortran from those in C by more than the form of their arguments (MPI
// 4.1, chapter 19).
#include "sim/mpi/hosted/hosted_world.h"
#include "sim/mpi/objects/fortran/fortran_arguments.h"

#include <algorithm>
#include <cstdint>

namespace rmasim::sim {

namespace {

using mpi::Attribute;

// Returns the attribute of a window that the program has set.
Attribute& attribute_of(MPI_Fint win, MPI_Fint keyval) {
    mpi::Attributes& all = HostedWorld::get().windows_of_rank().find(win)->attributes;
    return **std::ranges::find_if(all, [keyval](const auto& one) { return one->keyval == keyval; });
}

// In Fortran an attribute is a number. In C a predefined attribute is the base address, or the address of a number.
MPI_Aint window_attribute(MPI_Fint win, MPI_Fint keyval, const void* in_c) {
    switch (keyval) {
        case MPI_WIN_BASE: return reinterpret_cast<MPI_Aint>(in_c);
        case MPI_WIN_SIZE: return *static_cast<const MPI_Aint*>(in_c);
        case MPI_WIN_DISP_UNIT:
        case MPI_WIN_CREATE_FLAVOR:
        case MPI_WIN_MODEL: return *static_cast<const int*>(in_c);
        default: return attribute_of(win, keyval).value;
    }
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::mpi;
using namespace rmasim::sim;

extern "C" {

void pmpi_win_get_attr_(const MPI_Fint* win, const MPI_Fint* keyval, MPI_Aint* value, int* flag, MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Win_get_attr");
    void* in_c = nullptr;
    *flag = 0;
    const int error = PMPI_Win_get_attr(to_handle<MPI_Win>(*win), *keyval, &in_c, flag);
    if (error == MPI_SUCCESS && *flag != 0) *value = window_attribute(*win, *keyval, in_c);
    store_error(ierror, error);
}
RMASIM_NAMES(win_get_attr)

void pmpi_win_set_attr_(const MPI_Fint* win, const MPI_Fint* keyval, const MPI_Aint* value, MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Win_set_attr");
    const int error = PMPI_Win_set_attr(to_handle<MPI_Win>(*win), *keyval, reinterpret_cast<void*>(*value));
    if (error == MPI_SUCCESS) attribute_of(*win, *keyval).written = Written::fortran_address;
    store_error(ierror, error);
}
RMASIM_NAMES(win_set_attr)

// In mpif.h and the module mpi, the buffer is an argument of the wrong type, which is not used (MPI 4.1, 3.6.1).
void pmpi_buffer_detach_(const void*, MPI_Fint* size, MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Buffer_detach");
    void* unused = nullptr;
    store_error(ierror, PMPI_Buffer_detach(&unused, size));
}
RMASIM_OLD_NAMES(buffer_detach)

void pmpi_buffer_detach_f08_(void* buffer, MPI_Fint* size, MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Buffer_detach");
    store_error(ierror, PMPI_Buffer_detach(buffer, size));
}
RMASIM_ALIAS(mpi_buffer_detach_f08_, pmpi_buffer_detach_f08_)

void pmpi_buffer_detach_c_(void* buffer, MPI_Count* size, MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Buffer_detach_c");
    store_error(ierror, PMPI_Buffer_detach_c(buffer, size));
}
RMASIM_ALIAS(mpi_buffer_detach_c_f08_, pmpi_buffer_detach_c_)
RMASIM_ALIAS(pmpi_buffer_detach_c_f08_, pmpi_buffer_detach_c_)

}  // extern "C"
