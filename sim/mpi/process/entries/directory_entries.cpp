// chdir, fchdir and umask for one rank.
#include "sim/mpi/process/entries/entry.h"
#include "sim/mpi/process/pages.h"
#include "sim/mpi/process/process_state.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rmasim::hosting {

RMASIM_ENTRY_DECLARED(mode_t, umask_entry, "umask", (mode_t mask));

bool ranks_have_process_state = false;

namespace {

int host_directory = -1, present_directory = -1;
mode_t host_mask = 0, present_mask = 0;

// Opens the present directory, above the descriptors that programs get.
int open_directory() {
    const int low = ::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    const int high = copied_high(low);
    if (high >= 0) ::close(low);
    return high >= 0 ? high : low;
}

// Records that the present directory is the calling rank's.
void take_directory(Rank& rank) {
    LibcState& state = rank.libc;
    if (state.directory >= 0) ::close(state.directory);
    state.directory = present_directory = open_directory();
}

}  // namespace

int copied_high(int descriptor) { return ::fcntl(descriptor, F_DUPFD_CLOEXEC, first_own_descriptor); }

void note_host_state() {
    if (ranks_have_process_state) return;
    ranks_have_process_state = true;
    host_mask = RMASIM_LIBC(umask_entry, "umask")(0);
    RMASIM_LIBC(umask_entry, "umask")(host_mask);
    host_directory = present_directory = open_directory();
    present_mask = host_mask;
    note_host_descriptors();
}

RMASIM_ENTRY(int, fchdir_entry, "fchdir", (int directory)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr || Host::get()->is_child()) return RMASIM_LIBC(fchdir_entry, "fchdir")(directory);
    note_host_state();
    const int result = RMASIM_LIBC(fchdir_entry, "fchdir")(directory);
    if (result == 0) take_directory(*rank);
    return result;
}

RMASIM_ENTRY(int, chdir_entry, "chdir", (const char* path)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr || Host::get()->is_child()) return RMASIM_LIBC(chdir_entry, "chdir")(path);
    note_host_state();
    const int result = RMASIM_LIBC(chdir_entry, "chdir")(path);
    if (result == 0) take_directory(*rank);
    return result;
}

RMASIM_ENTRY(mode_t, umask_entry, "umask", (mode_t mask)) {
    Rank* const rank = calling_rank;
    if (rank == nullptr || Host::get()->is_child()) return RMASIM_LIBC(umask_entry, "umask")(mask);
    note_host_state();
    const mode_t old = RMASIM_LIBC(umask_entry, "umask")(mask);
    present_mask = mask;
    rank->libc.mask = static_cast<int>(mask);
    return old;
}

void enter_process_state(const Rank* rank) {
    const int directory = rank == nullptr || rank->libc.directory < 0 ? host_directory : rank->libc.directory;
    if (directory != present_directory) {
        present_directory = directory;
        RMASIM_LIBC(fchdir_entry, "fchdir")(directory);
    }
    const mode_t mask = rank == nullptr || rank->libc.mask < 0 ? host_mask : static_cast<mode_t>(rank->libc.mask);
    if (mask != present_mask) {
        present_mask = mask;
        RMASIM_LIBC(umask_entry, "umask")(mask);
    }
    enter_descriptors(rank);
}

}  // namespace rmasim::hosting
