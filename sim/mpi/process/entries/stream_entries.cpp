// Streams of stdio. The ranks share stdin, stdout and stderr, in the order of their calls. A stream that a rank opens
// is in the rank's heap.
#include "sim/mpi/process/entries/entry.h"
#include "sim/mpi/process/streams.h"

#include <unistd.h>

#include <stdio_ext.h>
#include <cerrno>
#include <cstdio>

namespace rmasim::hosting {

namespace {

bool is_standard(const std::FILE* stream) {
    const int number = ::fileno(const_cast<std::FILE*>(stream));
    return HeapMapping::get().owner_of(stream) < 0 && number >= 0 && number <= STDERR_FILENO;
}

// Calls `visit(stream)` for each open stream of a rank. The list may change during the call.
template <class Visit>
void for_each_stream(const Rank& rank, Visit visit) {
    static auto* const first = static_cast<std::FILE**>(::dlsym(RTLD_DEFAULT, "_IO_list_all"));
    if (first == nullptr) return;
    for (std::FILE* stream = *first; stream != nullptr;) {
        std::FILE* const next = stream->_chain;
        if (HeapMapping::get().owner_of(stream) == rank.number) visit(stream);
        stream = next;
    }
}

std::FILE* standard_output() {
    static auto* const stream = static_cast<std::FILE**>(::dlsym(RTLD_DEFAULT, "stdout"));
    return *stream;
}

}  // namespace

void give_buffers_to_streams() {
    static char input[BUFSIZ], output[BUFSIZ];
    using Function = int(std::FILE*, char*, int, std::size_t);
    const auto set = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, "setvbuf"));
    auto* const standard_input = *static_cast<std::FILE**>(::dlsym(RTLD_DEFAULT, "stdin"));
    set(standard_input, input, _IOFBF, sizeof input);
    std::FILE* const stream = standard_output();
    std::fflush(stream);
    set(stream, output, ::isatty(STDOUT_FILENO) != 0 ? _IOLBF : _IOFBF, sizeof output);
}

void flush_streams(const Rank& rank) {
    for_each_stream(rank, [](std::FILE* stream) { std::fflush(stream); });
    if (::__fpending(standard_output()) > 0) std::fflush(standard_output());
}

void forget_streams(const Rank& rank) {
    static const auto unlink = reinterpret_cast<void (*)(std::FILE*)>(::dlsym(RTLD_DEFAULT, "_IO_un_link"));
    for_each_stream(rank, [](std::FILE* stream) {
        const int number = ::fileno(stream);
        unlink(stream);
        if (number > STDERR_FILENO) ::close(number);
    });
}

void unlock_streams() {
    // libc's lock of a stream.
    struct Lock {
        int value, depth;
        void* owner;
    };
    const auto variable = [](const char* name) { return static_cast<std::FILE**>(::dlsym(RTLD_DEFAULT, name)); };
    static std::FILE** const standard[] = {variable("stdin"), variable("stdout"), variable("stderr")};
    for (std::FILE* const* const stream : standard) *static_cast<Lock*>((*stream)->_lock) = {0, 0, nullptr};
    static const auto unlock_list = reinterpret_cast<void (*)()>(::dlsym(RTLD_DEFAULT, "_IO_list_resetlock"));
    if (unlock_list != nullptr) unlock_list();
}

// A rank that closes a standard stream must not close it for the others.
RMASIM_ENTRY(int, fclose_entry, "fclose", (std::FILE * stream)) {
    if (calling_rank != nullptr && is_standard(stream)) return std::fflush(stream);
    return RMASIM_LIBC(fclose_entry, "fclose")(stream);
}

// The buffer that a rank gives to a standard stream would be another rank's memory later. Only the mode is changed.
RMASIM_ENTRY(int, setvbuf_entry, "setvbuf", (std::FILE * stream, char* buffer, int mode, std::size_t bytes)) {
    if (calling_rank != nullptr && is_standard(stream)) {
        if (mode == _IOFBF) return 0;
        buffer = nullptr;
    }
    return RMASIM_LIBC(setvbuf_entry, "setvbuf")(stream, buffer, mode, bytes);
}

RMASIM_ENTRY(void, setbuf_entry, "setbuf", (std::FILE * stream, char* buffer)) {
    setvbuf_entry(stream, buffer, buffer == nullptr ? _IONBF : _IOFBF, BUFSIZ);
}

RMASIM_ENTRY(void, setbuffer_entry, "setbuffer", (std::FILE * stream, char* buffer, std::size_t bytes)) {
    setvbuf_entry(stream, buffer, buffer == nullptr ? _IONBF : _IOFBF, bytes);
}

RMASIM_ENTRY(void, setlinebuf_entry, "setlinebuf", (std::FILE * stream)) { setvbuf_entry(stream, nullptr, _IOLBF, 0); }

// A rank's lock on a standard stream would stop the others. Only one rank runs at a time.
RMASIM_ENTRY(void, flockfile_entry, "flockfile", (std::FILE * stream)) {
    if (calling_rank == nullptr || !is_standard(stream)) RMASIM_LIBC(flockfile_entry, "flockfile")(stream);
}

RMASIM_ENTRY(int, ftrylockfile_entry, "ftrylockfile", (std::FILE * stream)) {
    if (calling_rank != nullptr && is_standard(stream)) return 0;
    return RMASIM_LIBC(ftrylockfile_entry, "ftrylockfile")(stream);
}

RMASIM_ENTRY(void, funlockfile_entry, "funlockfile", (std::FILE * stream)) {
    if (calling_rank == nullptr || !is_standard(stream)) RMASIM_LIBC(funlockfile_entry, "funlockfile")(stream);
}

}  // namespace rmasim::hosting
