// Loads a program and its libraries once for all ranks. All libraries but those of the C library are loaded as changed
// copies (changed_copy.h), and no constructor runs.
#pragma once

#include "sim/mpi/process/address_range.h"
#include "sim/mpi/process/changed_copy.h"
#include "sim/mpi/process/control_blocks.h"
#include "sim/mpi/process/memory_file.h"
#include "sim/mpi/process/program_form.h"

#include <string>
#include <utility>
#include <vector>

namespace rmasim::hosting {

// A file that the loader has loaded.
struct LoadedObject {
    std::string file;  // the original
    AddressRange addresses;
    Constructors constructors;
    std::vector<AddressRange> variables, code;
    void run_constructors(int argc, char** argv, char** environment) const;
    void run_destructors() const;
};

struct LoadedProgram {
    std::vector<LoadedObject> objects;  // a library before those that need it; the program is the last
    LoadedStorage storage;
    void* handle = nullptr;  // of dlopen
    char* entry = nullptr;   // the program's _start
    FormKind kind = FormKind::refused;
    bool has_code_on_stacks = false;  // for addresses of functions inside of others, in C and Fortran
    std::vector<MemoryFile> copies;  // debuggers read them while the process lives

    const LoadedObject* object_of(const void* address) const;
    // Returns a symbol of the program or its libraries, or null.
    void* symbol(const char* name) const;
};

// Loads a program. Libraries whose names begin with one of `of_host` are not loaded: the host has their functions.
// Throws std::runtime_error with a sentence that begins with the program's name.
LoadedProgram load_program(const std::string& file, const std::vector<std::string>& of_host,
                           const ControlBlocks& blocks);

}  // namespace rmasim::hosting
