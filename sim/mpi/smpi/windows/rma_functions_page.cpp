#include "sim/mpi/smpi/windows/rma_functions_page.h"

#include "sim/mpi/watch/library_calls.h"

#include <fmt/format.h>

namespace rmasim::sim {

namespace {

constexpr const char* head = R"(# The functions of one-sided communication in SMPI

`rmasim exec --functions` prints this page. It is about programs of `rmasim cc`, `c++` and `fc` with `--smpi`; the
functions of other programs are in [api/FUNCTIONS.md](api/FUNCTIONS.md). All functions of MPI 3.1, chapter 11, are
supported in C and in Fortran, and the functions for windows of other chapters. "The core" means that the family of
`--family` executes the function. A family that lacks a call refuses it and reports the line in the program;
`rmasim families` lists the calls of each.

- Fortran: `use mpi` and `mpif.h`. SMPI has no module `mpi_f08`. Its header lacks the constants MPI_REPLACE, MPI_NO_OP,
  MPI_WIN_CREATE_FLAVOR, MPI_WIN_MODEL and those of MPI_ERR_RMA_...: a program that names them does not compile.
  `rmasim fc --smpi` links functions that SMPI lacks in Fortran to a program. Under SMPI's own launcher they end the
  program.
- MPI_Win_c2f, MPI_Win_f2c, MPI_Alloc_mem and MPI_Free_mem are SMPI's. Memory of MPI_Alloc_mem is recorded, since some
  families require it.
- Accumulates support all predefined datatypes with arithmetic, except MPI_REAL16, MPI_COMPLEX32 and MPI_INTEGER16. C
  has no types for these. A derived datatype must consist of a single predefined one.
- Windows in shared memory: for the ranks of one node (`platform.ranks_per_node`). MPI_Win_allocate allocates shared
  memory only in family `shm`.
- Threads: OpenMP of gcc, and threads of POSIX, C11 and C++. MPI_Init_thread grants the requested level, including
  MPI_THREAD_MULTIPLE. A call that the level does not allow ends the run and reports the line of the call. Refused:
  OpenMP of clang, `target`, `doacross` loops, `detach`, reductions of tasks on loops and sections; pthread_cancel.
- Refused: operations of 2^31 bytes or more, windows on intercommunicators (as in MPI).

| MPI 3.1 | in C | in Fortran | carried out by |
|---|---|---|---|
)";

constexpr const char* head_of_library = R"(
## Functions of libc whose loads and stores are seen

`--semantics` checks the loads and stores of a program that `rmasim cc --watch` has built. Functions of libc are not
built so. The following functions are known, if the program's own code calls them: their arguments tell which bytes they
load and store. The calls that Fortran programs and libraries make are not seen.

| header | functions | loads | stores |
|---|---|---|---|
)";

constexpr const char* not_seen = R"(
Not seen: buffers that a stream keeps (`setvbuf`, `fmemopen`, `open_memstream`); the arguments of `exec...`, `getopt`,
`ecvt_r`, `fcvt_r`, `random_r` and its relatives; a function that is called by its address. `bsearch` loads nothing
itself: the comparison is the program's own code. `sprintf` with `%n`, `strfromd` and `scanf` with `%s` store at least
the first byte of their text, and only this byte is seen.
)";

}  // namespace

std::string rma_functions_page() {
    std::string page = head;
#define RMASIM_RMA_FUNCTION(clause, name, fortran, arguments, by) \
    page += fmt::format("| {} | MPI_{} | {} | {} |\n", clause, #name, #fortran, by);
#define RMASIM_RMA_OTHER(clause, name, fortran, by) RMASIM_RMA_FUNCTION(clause, name, fortran, (), by)
#include "sim/mpi/smpi/windows/rma_functions.inc"
    return page + head_of_library + library_functions_table() + not_seen;
}

}  // namespace rmasim::sim
