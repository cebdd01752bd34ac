// Functions by which the kernel writes to a program's memory: reads of files. The pages of heaps may be protected
// (written_pages.h), and the kernel returns an error for them.
#include "sim/mpi/process/entries/entry.h"
#include "sim/mpi/process/written_pages.h"

#include <unistd.h>

#include <cstdio>

namespace rmasim::hosting {

namespace {

void may_write(const void* buffer, std::size_t bytes) {
    if (calling_rank != nullptr) WrittenPages::get().will_write(buffer, bytes);
}

}  // namespace

RMASIM_ENTRY(ssize_t, read_entry, "read", (int file, void* buffer, std::size_t bytes)) {
    may_write(buffer, bytes);
    return RMASIM_LIBC(read_entry, "read")(file, buffer, bytes);
}

RMASIM_ENTRY(ssize_t, read_chk_entry, "__read_chk", (int file, void* buffer, std::size_t bytes, std::size_t room)) {
    may_write(buffer, bytes);
    return RMASIM_LIBC(read_chk_entry, "__read_chk")(file, buffer, bytes, room);
}

RMASIM_ENTRY(ssize_t, pread_entry, "pread", (int file, void* buffer, std::size_t bytes, off_t offset)) {
    may_write(buffer, bytes);
    return RMASIM_LIBC(pread_entry, "pread")(file, buffer, bytes, offset);
}

RMASIM_ENTRY(ssize_t, pread64_entry, "pread64", (int file, void* buffer, std::size_t bytes, off_t offset)) {
    return pread_entry(file, buffer, bytes, offset);
}

RMASIM_ENTRY(std::size_t, fread_entry, "fread",
             (void* buffer, std::size_t each, std::size_t count, std::FILE* stream)) {
    may_write(buffer, each * count);
    return RMASIM_LIBC(fread_entry, "fread")(buffer, each, count, stream);
}

RMASIM_ENTRY(std::size_t, fread_unlocked_entry, "fread_unlocked",
             (void* buffer, std::size_t each, std::size_t count, std::FILE* stream)) {
    may_write(buffer, each * count);
    return RMASIM_LIBC(fread_unlocked_entry, "fread_unlocked")(buffer, each, count, stream);
}

RMASIM_ENTRY(std::size_t, fread_chk_entry, "__fread_chk",
             (void* buffer, std::size_t room, std::size_t each, std::size_t count, std::FILE* stream)) {
    may_write(buffer, each * count);
    return RMASIM_LIBC(fread_chk_entry, "__fread_chk")(buffer, room, each, count, stream);
}

}  // namespace rmasim::hosting
