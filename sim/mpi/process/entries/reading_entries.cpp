// Functions by which the kernel writes to a program's memory. The pages of heaps may be protected (written_pages.h),
// and the kernel returns an error for them. Memory that the C library allocates for such calls of its own, such as
// buffers of streams, is never protected (heap_entries.cpp).
#include "sim/mpi/process/entries/entry.h"
#include "sim/mpi/process/kernel_calls.h"
#include "sim/mpi/process/pages.h"
#include "sim/mpi/process/written_pages.h"

#include <sys/ioctl.h>
#include <sys/poll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <iterator>

namespace rmasim::hosting {

namespace {

void may_write(const void* buffer, std::size_t bytes) {
    if (calling_rank != nullptr) WrittenPages::get().will_write(buffer, bytes);
}

void may_write_parts(const iovec* parts, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) may_write(parts[i].iov_base, parts[i].iov_len);
}

// The kernel also writes the lengths in `message`.
void may_write_message(msghdr* message) {
    may_write(message, sizeof *message);
    may_write(message->msg_name, message->msg_namelen);
    may_write(message->msg_control, message->msg_controllen);
    may_write_parts(message->msg_iov, message->msg_iovlen);
}

void may_write_address(void* address, socklen_t* bytes) {
    if (address == nullptr || bytes == nullptr) return;
    may_write(address, *bytes);
    may_write(bytes, sizeof *bytes);
}

}  // namespace

// Defines the entry of a function that writes so many bytes at an address.
#define RMASIM_WRITING_ENTRY(result, function, parameters, arguments, address, bytes) \
    RMASIM_ENTRY(result, function##_entry, #function, parameters) {                   \
        may_write(address, bytes);                                                    \
        return RMASIM_LIBC(function##_entry, #function) arguments;                    \
    }                                                                                 \
    static_assert(true)

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

RMASIM_ENTRY(ssize_t, readv_entry, "readv", (int file, const iovec* parts, int count)) {
    may_write_parts(parts, count < 0 ? 0 : static_cast<std::size_t>(count));
    return RMASIM_LIBC(readv_entry, "readv")(file, parts, count);
}

RMASIM_ENTRY(ssize_t, preadv_entry, "preadv", (int file, const iovec* parts, int count, off_t offset)) {
    may_write_parts(parts, count < 0 ? 0 : static_cast<std::size_t>(count));
    return RMASIM_LIBC(preadv_entry, "preadv")(file, parts, count, offset);
}

RMASIM_ENTRY(ssize_t, preadv64_entry, "preadv64", (int file, const iovec* parts, int count, off_t offset)) {
    return preadv_entry(file, parts, count, offset);
}

RMASIM_WRITING_ENTRY(ssize_t, recv, (int socket, void* buffer, std::size_t bytes, int flags),
                     (socket, buffer, bytes, flags), buffer, bytes);

RMASIM_ENTRY(ssize_t, recvfrom_entry, "recvfrom",
             (int socket, void* buffer, std::size_t bytes, int flags, void* address, socklen_t* address_bytes)) {
    may_write(buffer, bytes);
    may_write_address(address, address_bytes);
    return RMASIM_LIBC(recvfrom_entry, "recvfrom")(socket, buffer, bytes, flags, address, address_bytes);
}

RMASIM_ENTRY(ssize_t, recvmsg_entry, "recvmsg", (int socket, msghdr* message, int flags)) {
    if (message != nullptr) may_write_message(message);
    return RMASIM_LIBC(recvmsg_entry, "recvmsg")(socket, message, flags);
}

RMASIM_WRITING_ENTRY(ssize_t, getrandom, (void* buffer, std::size_t bytes, unsigned flags), (buffer, bytes, flags),
                     buffer, bytes);
RMASIM_WRITING_ENTRY(int, getentropy, (void* buffer, std::size_t bytes), (buffer, bytes), buffer, bytes);
RMASIM_WRITING_ENTRY(int, stat, (const char* path, struct stat* found), (path, found), found, sizeof *found);
RMASIM_WRITING_ENTRY(int, lstat, (const char* path, struct stat* found), (path, found), found, sizeof *found);
RMASIM_WRITING_ENTRY(int, fstat, (int file, struct stat* found), (file, found), found, sizeof *found);
RMASIM_WRITING_ENTRY(int, fstatat, (int folder, const char* path, struct stat* found, int flags),
                     (folder, path, found, flags), found, sizeof *found);
RMASIM_WRITING_ENTRY(int, stat64, (const char* path, struct stat* found), (path, found), found, sizeof *found);
RMASIM_WRITING_ENTRY(int, lstat64, (const char* path, struct stat* found), (path, found), found, sizeof *found);
RMASIM_WRITING_ENTRY(int, fstat64, (int file, struct stat* found), (file, found), found, sizeof *found);
RMASIM_WRITING_ENTRY(int, statx, (int folder, const char* path, int flags, unsigned mask, struct statx* found),
                     (folder, path, flags, mask, found), found, sizeof *found);
RMASIM_WRITING_ENTRY(char*, getcwd, (char* buffer, std::size_t bytes), (buffer, bytes), buffer,
                     buffer == nullptr ? 0 : bytes);
RMASIM_WRITING_ENTRY(ssize_t, readlink, (const char* path, char* buffer, std::size_t bytes), (path, buffer, bytes),
                     buffer, bytes);
RMASIM_WRITING_ENTRY(int, uname, (utsname * found), (found), found, sizeof *found);
RMASIM_WRITING_ENTRY(int, getrusage, (int whose, rusage* found), (whose, found), found, sizeof *found);
RMASIM_WRITING_ENTRY(int, getrlimit, (int resource, rlimit* found), (resource, found), found, sizeof *found);
RMASIM_WRITING_ENTRY(int, pipe, (int* ends), (ends), ends, 2 * sizeof *ends);
RMASIM_WRITING_ENTRY(int, pipe2, (int* ends, int flags), (ends, flags), ends, 2 * sizeof *ends);
RMASIM_WRITING_ENTRY(int, socketpair, (int domain, int type, int protocol, int* ends), (domain, type, protocol, ends),
                     ends, 2 * sizeof *ends);
RMASIM_WRITING_ENTRY(int, poll, (pollfd * files, nfds_t count, int timeout), (files, count, timeout), files,
                     count * sizeof *files);

namespace {

// Calls of the kernel write to unknown addresses, also to those in the memory that they are passed. Their arguments may
// be addresses.
template <class Call>
long written_anywhere(const long* arguments, std::size_t count, std::size_t bytes, Call call) {
    for (std::size_t i = 0; i < count; ++i) may_write(reinterpret_cast<const void*>(arguments[i]), bytes);
    const int error = errno;
    const long result = call();
    if (result != -1 || errno != EFAULT || calling_rank == nullptr) return result;
    if (!WrittenPages::get().will_write_all()) return result;
    errno = error;
    return call();
}

}  // namespace

long call_kernel(long number, const long (&arguments)[6]) {
    static const auto call = reinterpret_cast<long (*)(long, ...)>(::dlsym(RTLD_NEXT, "syscall"));
    return written_anywhere(arguments, std::size(arguments), page_bytes, [&] {
        return call(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
    });
}

RMASIM_ENTRY(int, ioctl_entry, "ioctl", (int file, unsigned long request, ...)) {
    std::va_list list;
    va_start(list, request);
    const long argument = va_arg(list, long);
    va_end(list);
    const std::size_t bytes = std::max<std::size_t>(_IOC_SIZE(request), page_bytes);  // old requests have no size
    return static_cast<int>(written_anywhere(
        &argument, 1, bytes, [&] { return RMASIM_LIBC(ioctl_entry, "ioctl")(file, request, argument); }));
}

}  // namespace rmasim::hosting
