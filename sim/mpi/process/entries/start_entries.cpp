// The first function of a program: _start calls it with main.
#include "sim/mpi/process/entries/entry.h"

namespace rmasim::hosting {

RMASIM_ENTRY(int, libc_start_main_entry, "__libc_start_main",
             (int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
              void (*of_loader)(), void* stack_end)) {
    Rank* const rank = calling_rank;
    if (rank != nullptr) Host::get()->run_main(*rank, main, argc, argv);
    return RMASIM_LIBC(libc_start_main_entry, "__libc_start_main")(main, argc, argv, init, fini, of_loader, stack_end);
}

}  // namespace rmasim::hosting
