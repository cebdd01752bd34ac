// The end of a program, and calls before and after, from sections 11.2 and 11.4 of MPI 4.1. The attributes of
// MPI_COMM_SELF are deleted when MPI_Finalize is called, after the last program.
#include "tests/mpi/conformance/rules.h"

static int next_deleted = 3;

static int delete_at_end(MPI_Comm comm, int keyval, void* value, void* state) {
    int finalized = 1, rank = -1;
    PMPI_Finalized(&finalized);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    CHECK(comm == MPI_COMM_SELF && keyval != MPI_KEYVAL_INVALID && state == NULL && !finalized);
    CHECK((intptr_t)value == next_deleted);
    --next_deleted;
    if (rank == 0) printf("deleted %d\n", (int)(intptr_t)value);
    return MPI_SUCCESS;
}

// program deleted_at_end: Attributes of MPI_COMM_SELF are deleted first, in the reverse order; MPI is active (11.2.4).
PROGRAM(deleted_at_end) {
    for (int i = 1; i <= 3; ++i) {
        int keyval;
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_at_end, &keyval, NULL);
        MPI_Comm_set_attr(MPI_COMM_SELF, keyval, (void*)(intptr_t)i);
        MPI_Comm_free_keyval(&keyval);
    }
    IS(next_deleted, 3);
}

static int initialized_before = -1, finalized_before = -1, version_before = -1;

__attribute__((constructor)) static void before_main(void) {
    int subversion;
    MPI_Initialized(&initialized_before);
    MPI_Finalized(&finalized_before);
    MPI_Get_version(&version_before, &subversion);
}

// program before_initialization: Functions that can be called before MPI_Init (11.4.1).
PROGRAM(before_initialization) {
    IS(initialized_before, 0);
    IS(finalized_before, 0);
    IS(version_before == MPI_VERSION, 1);
}
