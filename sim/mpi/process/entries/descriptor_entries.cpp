// Descriptors of the ranks. They are the process's, so a rank closes neither the host's nor the standard ones for
// others, and what it puts on the descriptors 0 to 2 is there only while it runs.
#include "sim/mpi/process/entries/entry.h"
#include "sim/mpi/process/pages.h"
#include "sim/mpi/process/process_state.h"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

namespace rmasim::hosting {

RMASIM_ENTRY_DECLARED(int, dup2_entry, "dup2", (int from, int to));

long (*when_written)(int descriptor, const char* bytes, unsigned long count) = nullptr;

namespace {

constexpr int standard = STDERR_FILENO + 1;
std::array<int, standard> host_descriptors{-1, -1, -1}, present{-1, -1, -1};

// The calling rank, or null in the host and in a forked child.
Rank* rank_of_process() { return calling_rank == nullptr || Host::get()->is_child() ? nullptr : calling_rank; }

int bad_descriptor() {
    errno = EBADF;
    return -1;
}

// True if the host takes what the calling rank writes to the descriptor.
bool is_taken(int number) {
    if (when_written == nullptr || (number != STDOUT_FILENO && number != STDERR_FILENO)) return false;
    const Rank* const rank = rank_of_process();
    return rank != nullptr && rank->libc.descriptors[number] < 0;
}

void flush_standard_output() { std::fflush(*static_cast<std::FILE**>(::dlsym(RTLD_DEFAULT, "stdout"))); }

// Puts a descriptor of the calling rank on one of the standard ones.
int put_on_standard(Rank& rank, int from, int to) {
    if (::fcntl(from, F_GETFD) < 0) return bad_descriptor();
    note_host_state();
    if (to == STDOUT_FILENO) flush_standard_output();
    int& own = rank.libc.descriptors[to];
    if (own >= 0) ::close(own);
    own = present[static_cast<std::size_t>(to)] = copied_high(from);
    return RMASIM_LIBC(dup2_entry, "dup2")(from, to);
}

}  // namespace

void note_host_descriptors() {
    for (int i = 0; i < standard; ++i) host_descriptors[static_cast<std::size_t>(i)] = copied_high(i);
    present = host_descriptors;
}

void enter_descriptors(const Rank* rank) {
    for (std::size_t i = 0; i < standard; ++i) {
        const int own = rank == nullptr ? -1 : rank->libc.descriptors[i];
        const int wanted = own < 0 ? host_descriptors[i] : own;
        if (wanted == present[i] || wanted < 0) continue;
        if (i == STDOUT_FILENO) flush_standard_output();
        present[i] = wanted;
        RMASIM_LIBC(dup2_entry, "dup2")(wanted, static_cast<int>(i));
    }
}

RMASIM_ENTRY(int, dup2_entry, "dup2", (int from, int to)) {
    Rank* const rank = rank_of_process();
    if (rank == nullptr) return RMASIM_LIBC(dup2_entry, "dup2")(from, to);
    if (from >= first_own_descriptor || to >= first_own_descriptor) return bad_descriptor();
    if (to >= 0 && to < standard && from != to) return put_on_standard(*rank, from, to);
    return RMASIM_LIBC(dup2_entry, "dup2")(from, to);
}

RMASIM_ENTRY(int, dup3_entry, "dup3", (int from, int to, int flags)) {
    if (rank_of_process() == nullptr) return RMASIM_LIBC(dup3_entry, "dup3")(from, to, flags);
    if (from >= first_own_descriptor || to >= first_own_descriptor) return bad_descriptor();
    if (to >= standard || to < 0 || from == to) return RMASIM_LIBC(dup3_entry, "dup3")(from, to, flags);
    return dup2_entry(from, to);
}

// A rank that closes a standard descriptor must not close it for the others.
RMASIM_ENTRY(int, close_entry, "close", (int number)) {
    if (rank_of_process() != nullptr) {
        if (number >= 0 && number < standard) return 0;
        if (number >= first_own_descriptor) return bad_descriptor();
    }
    return RMASIM_LIBC(close_entry, "close")(number);
}

RMASIM_ENTRY(int, close_range_entry, "close_range", (unsigned first, unsigned last, int flags)) {
    if (rank_of_process() != nullptr) {
        first = std::max<unsigned>(first, standard);
        last = std::min<unsigned>(last, first_own_descriptor - 1);
        if (first > last) return 0;
    }
    return RMASIM_LIBC(close_range_entry, "close_range")(first, last, flags);
}

RMASIM_ENTRY(void, closefrom_entry, "closefrom", (int first)) {
    if (rank_of_process() == nullptr) {
        RMASIM_LIBC(closefrom_entry, "closefrom")(first);
    } else {
        close_range_entry(first < 0 ? 0 : static_cast<unsigned>(first), ~0U, 0);
    }
}

RMASIM_ENTRY(ssize_t, write_entry, "write", (int number, const void* bytes, std::size_t count)) {
    if (is_taken(number)) return when_written(number, static_cast<const char*>(bytes), count);
    return RMASIM_LIBC(write_entry, "write")(number, bytes, count);
}

RMASIM_ENTRY(ssize_t, writev_entry, "writev", (int number, const iovec* parts, int count)) {
    if (!is_taken(number)) return RMASIM_LIBC(writev_entry, "writev")(number, parts, count);
    ssize_t written = 0;
    for (int i = 0; i < count; ++i) {
        written += when_written(number, static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
    }
    return written;
}

// libc's function would close and open the descriptor itself.
RMASIM_ENTRY(std::FILE*, freopen_entry, "freopen", (const char* path, const char* mode, std::FILE* stream)) {
    const int number = stream == nullptr ? -1 : ::fileno(stream);
    const bool is_standard = HeapMapping::get().owner_of(stream) < 0 && number >= 0 && number < standard;
    if (rank_of_process() == nullptr || !is_standard) return RMASIM_LIBC(freopen_entry, "freopen")(path, mode, stream);
    if (path == nullptr) return stream;
    std::FILE* const opened = std::fopen(path, mode);
    if (opened == nullptr) return nullptr;
    dup2_entry(::fileno(opened), number);
    std::fclose(opened);
    return stream;
}

}  // namespace rmasim::hosting
