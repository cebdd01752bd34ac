// The functions of one-sided communication for Fortran programs that have `use mpi` or mpif.h. Their names end in an
// underscore. Macros generate a function for each row of rma_functions.inc, also if SMPI has the same function.
#include "sim/mpi/smpi/windows/fortran_arguments.h"

#include <cstdint>
#include <cstring>

using namespace rmasim::sim::fortran;

extern "C" {

#define RMASIM_SIZE(...) RMASIM_SIZE_OF(__VA_ARGS__, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
#define RMASIM_SIZE_OF(a, b, c, d, e, f, g, h, i, j, k, l, m, count, ...) count
#define RMASIM_PARAMETERS_1 void* a
#define RMASIM_PARAMETERS_2 RMASIM_PARAMETERS_1, void* b
#define RMASIM_PARAMETERS_3 RMASIM_PARAMETERS_2, void* c
#define RMASIM_PARAMETERS_4 RMASIM_PARAMETERS_3, void* d
#define RMASIM_PARAMETERS_5 RMASIM_PARAMETERS_4, void* e
#define RMASIM_PARAMETERS_6 RMASIM_PARAMETERS_5, void* f
#define RMASIM_PARAMETERS_7 RMASIM_PARAMETERS_6, void* g
#define RMASIM_PARAMETERS_8 RMASIM_PARAMETERS_7, void* h
#define RMASIM_PARAMETERS_9 RMASIM_PARAMETERS_8, void* i
#define RMASIM_PARAMETERS_10 RMASIM_PARAMETERS_9, void* j
#define RMASIM_PARAMETERS_11 RMASIM_PARAMETERS_10, void* k
#define RMASIM_PARAMETERS_12 RMASIM_PARAMETERS_11, void* l
#define RMASIM_PARAMETERS_13 RMASIM_PARAMETERS_12, void* m
#define RMASIM_ADDRESSES_1 a
#define RMASIM_ADDRESSES_2 RMASIM_ADDRESSES_1, b
#define RMASIM_ADDRESSES_3 RMASIM_ADDRESSES_2, c
#define RMASIM_ADDRESSES_4 RMASIM_ADDRESSES_3, d
#define RMASIM_ADDRESSES_5 RMASIM_ADDRESSES_4, e
#define RMASIM_ADDRESSES_6 RMASIM_ADDRESSES_5, f
#define RMASIM_ADDRESSES_7 RMASIM_ADDRESSES_6, g
#define RMASIM_ADDRESSES_8 RMASIM_ADDRESSES_7, h
#define RMASIM_ADDRESSES_9 RMASIM_ADDRESSES_8, i
#define RMASIM_ADDRESSES_10 RMASIM_ADDRESSES_9, j
#define RMASIM_ADDRESSES_11 RMASIM_ADDRESSES_10, k
#define RMASIM_ADDRESSES_12 RMASIM_ADDRESSES_11, l
#define RMASIM_ADDRESSES_13 RMASIM_ADDRESSES_12, m
#define RMASIM_KINDS(...) __VA_ARGS__
#define RMASIM_JOINED(a, b) RMASIM_JOINED_NOW(a, b)
#define RMASIM_JOINED_NOW(a, b) a##b

// Defines a function for Fortran and an alias `rmasim_...` of the function. The alias is for programs that define the
// function's name themselves (fortran_names.s).
#define RMASIM_IN_FORTRAN(fortran, parameters)                         \
    void fortran parameters;                                           \
    void rmasim_##fortran parameters __attribute__((alias(#fortran))); \
    void fortran parameters

#define RMASIM_RMA_FUNCTION(clause, name, fortran, arguments, by)                                                      \
    RMASIM_IN_FORTRAN(fortran, (RMASIM_JOINED(RMASIM_PARAMETERS_, RMASIM_SIZE arguments), int* error)) {               \
        *error = call<RMASIM_KINDS arguments>(MPI_##name, {RMASIM_JOINED(RMASIM_ADDRESSES_, RMASIM_SIZE arguments)});  \
    }
#define RMASIM_RMA_OTHER(clause, name, fortran, by)

#include "sim/mpi/smpi/windows/rma_functions.inc"

// Returns an attribute of a window. In Fortran, the predefined attributes of a window are integers. In C, MPI_WIN_BASE
// is an address, and the other predefined attributes are addresses of integers.
RMASIM_IN_FORTRAN(mpi_win_get_attr_, (void* win, int* keyval, MPI_Aint* value, int* found, int* error)) {
    void* attribute = nullptr;
    *error = MPI_Win_get_attr(Win(win).value(), *keyval, &attribute, found);
    if (*error != MPI_SUCCESS || *found == 0) return;
    switch (*keyval) {
        case MPI_WIN_SIZE: *value = *static_cast<MPI_Aint*>(attribute); return;
        case MPI_WIN_DISP_UNIT:
        case MPI_WIN_CREATE_FLAVOR:
        case MPI_WIN_MODEL: *value = *static_cast<int*>(attribute); return;
        default: *value = static_cast<MPI_Aint>(reinterpret_cast<std::intptr_t>(attribute));
    }
}

// A Fortran program's callback for deleted attributes of windows. There is no callback for copies, because MPI never
// copies attributes of windows.
struct FortranKeyval {
    using Delete = void (*)(MPI_Fint* win, int* keyval, MPI_Aint* value, MPI_Aint* extra, int* error);
    Delete deletes;
    MPI_Aint extra;
};

static int delete_attribute(MPI_Win win, int keyval, void* attribute, void* kept) {
    auto& of = *static_cast<FortranKeyval*>(kept);
    MPI_Fint number = PMPI_Win_c2f(win);
    auto value = static_cast<MPI_Aint>(reinterpret_cast<std::intptr_t>(attribute));
    int error = MPI_SUCCESS;
    of.deletes(&number, &keyval, &value, &of.extra, &error);
    return error;
}

// Creates a key for attributes of windows. In SMPI's header for Fortran, MPI_WIN_NULL_DELETE_FN is not a function but a
// variable with the value 0.
RMASIM_IN_FORTRAN(mpi_win_create_keyval_, (void*, void* deletes, int* keyval, MPI_Aint* extra, int* error)) {
    int first = 0;
    std::memcpy(&first, deletes, sizeof first);
    if (first == 0) {
        *error = PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, keyval, nullptr);
        return;
    }
    // The record is never freed, because attributes may outlive their key.
    auto* const kept = new FortranKeyval{reinterpret_cast<FortranKeyval::Delete>(deletes), *extra};
    *error = PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, delete_attribute, keyval, kept);
}

// An empty error handler that is passed to SMPI. The simulator itself calls the Fortran program's handler.
static void does_nothing(MPI_Win*, int*, ...) {}

RMASIM_IN_FORTRAN(mpi_win_create_errhandler_, (rmasim::sim::FortranErrorFunction function, int* handler, int* error)) {
    MPI_Errhandler made = MPI_ERRHANDLER_NULL;
    *error = PMPI_Win_create_errhandler(does_nothing, &made);
    if (*error != MPI_SUCCESS) return;
    rmasim::sim::note_fortran_handler(made, function);
    *handler = PMPI_Errhandler_c2f(made);
}

}  // extern "C"
