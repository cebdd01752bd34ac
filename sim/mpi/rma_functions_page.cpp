#include "sim/mpi/rma_functions_page.h"

#include <fmt/format.h>

namespace rmasim::sim {

namespace {

constexpr const char* head = R"(# The functions of one-sided communication under `rmasim exec`

This page is what `rmasim exec --functions` prints. All functions of MPI 3.1, chapter 11, are there, in C and in
Fortran, and what other chapters say of windows. "The core": carried out by the family of `--family`. A family that
lacks a call refuses it with the program's line; `rmasim families` says what each has.

- Fortran: `use mpi` and `mpif.h`. SMPI has no module `mpi_f08`. Its header lacks the constants MPI_REPLACE, MPI_NO_OP,
  MPI_WIN_CREATE_FLAVOR, MPI_WIN_MODEL and those of MPI_ERR_RMA_...: a program that names them does not compile.
  Functions that SMPI lacks in Fortran are linked to a program by `rmasim fc`; with SMPI's own launcher they end it.
- MPI_Win_c2f, MPI_Win_f2c, MPI_Alloc_mem and MPI_Free_mem are SMPI's; memory of MPI_Alloc_mem is noted, since families
  ask for it.
- Accumulates work on all of MPI's own datatypes that have arithmetic, but MPI_REAL16, MPI_COMPLEX32 and MPI_INTEGER16,
  which are no types of C. A derived datatype must consist of a single one.
- Windows in shared memory: the ranks of a node, which `platform.ranks_per_node` says. MPI_Win_allocate has shared
  memory in family `shm` only.
- Threads: OpenMP of gcc, POSIX threads, C11's and C++'s. MPI_Init_thread grants what is asked for, also
  MPI_THREAD_MULTIPLE; what the level does not allow ends the run with the thread's line. Refused: OpenMP of clang,
  `target`, `doacross` loops, `detach`, reductions of tasks on loops and sections; pthread_cancel.
- Refused: operations of 2^31 bytes or more, windows on intercommunicators (as in MPI).

| MPI 3.1 | in C | in Fortran | carried out by |
|---|---|---|---|
)";

}  // namespace

std::string rma_functions_page() {
    std::string page = head;
#define RMASIM_RMA_FUNCTION(clause, name, fortran, arguments, by) \
    page += fmt::format("| {} | MPI_{} | {} | {} |\n", clause, #name, #fortran, by);
#define RMASIM_RMA_OTHER(clause, name, fortran, by) RMASIM_RMA_FUNCTION(clause, name, fortran, (), by)
#include "sim/mpi/rma_functions.inc"
    return page;
}

}  // namespace rmasim::sim
