// The constructor of libmpi_abi.so.1. A program that is started by itself, without `rmasim exec`, becomes a run with
// one rank: the process executes rmasim-host, which loads the program. This happens before any code of the program or
// of its libraries (the linker's option `-z initfirst`), so nothing is executed twice. Neither libc nor its streams are
// initialised then: only system calls are used.
#define _GNU_SOURCE
#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stddef.h>
#include <unistd.h>

static const char name_of_library[] = "libmpi_abi.so";

static int begins_with(const char* text, const char* beginning) {
    while (*beginning != '\0' && *text == *beginning) ++text, ++beginning;
    return *beginning == '\0';
}

// True if the dynamic section of a loaded file names this library. A library that a program loads later has not started
// the process.
static int needs_this_library(const ElfW(Dyn) * section) {
    const char* names = NULL;
    for (const ElfW(Dyn)* entry = section; entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_STRTAB) names = (const char*)entry->d_un.d_ptr;
    }
    for (const ElfW(Dyn)* entry = section; names != NULL && entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_NEEDED && begins_with(names + entry->d_un.d_val, name_of_library)) return 1;
    }
    return 0;
}

// Writes the path of a file beside this library. Returns 0 if it is too long.
static int path_beside(const char* library, const char* file, char path[PATH_MAX]) {
    size_t end = 0, folder = 0;
    for (; library[end] != '\0'; ++end) {
        if (end >= PATH_MAX) return 0;
        path[end] = library[end];
        if (library[end] == '/') folder = end + 1;
    }
    for (size_t i = 0;; ++i) {
        if (folder + i >= PATH_MAX) return 0;
        path[folder + i] = file[i];
        if (file[i] == '\0') return 1;
    }
}

__attribute__((constructor)) static void start_with_one_rank(int argc, char** argv, char** environment) {
    char host[PATH_MAX], program[PATH_MAX];
    const struct link_map* const first = _r_debug.r_map;
    const struct link_map* own = first;
    while (own != NULL && own->l_ld != _DYNAMIC) own = own->l_next;
    if (first == NULL || own == NULL || !needs_this_library(first->l_ld)) return;
    const ssize_t bytes = readlink("/proc/self/exe", program, sizeof program - 1);
    if (bytes <= 0 || !path_beside(own->l_name, "rmasim-host", host)) return;
    program[bytes] = '\0';
    const char* words[argc + 5];
    int count = 0;
    words[count++] = argv[0];
    words[count++] = "exec";
    words[count++] = "--alone";
    words[count++] = program;
    for (int i = 1; i < argc; ++i) words[count++] = argv[i];
    words[count] = NULL;
    execve(host, (char* const*)words, environment);  // if it fails, the functions of MPI say how to run the program
}
