// Functions of the C library that the host exports, so that the program's calls reach the host.
#pragma once

#include "sim/mpi/process/host.h"

#include <dlfcn.h>

// Declares the entry for a function of libc. Its name here differs, so it need not repeat the attributes in libc's
// header:
//     RMASIM_ENTRY(int, getpid_entry, "getpid", (void)) { ... }
#define RMASIM_ENTRY(result, name, symbol, parameters)       \
    RMASIM_ENTRY_DECLARED(result, name, symbol, parameters); \
    extern "C" result name parameters
#define RMASIM_ENTRY_DECLARED(result, name, symbol, parameters) \
    extern "C" __attribute__((visibility("default"), used)) result name parameters __asm__(symbol)

namespace rmasim::hosting {

// Returns libc's own function. Its type is that of `like`, which has the same parameters.
template <class Function>
Function* libc_function(const char* name, Function*) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace rmasim::hosting

// libc's own function of the same type as an entry, looked up once.
#define RMASIM_LIBC(entry, symbol)                                                  \
    ([]() {                                                                         \
        static const auto found = ::rmasim::hosting::libc_function(symbol, &entry); \
        return found;                                                               \
    }())
