// The form of a program's file: can the host load it, and what does it contain? The file is read, not run.
#pragma once

#include "sim/mpi/process/elf_image.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::hosting {

enum class FormKind {
    refused,  // `refusal` has the reason
    ours,     // a shared library with an interpreter and an entry: loads unchanged, and starts by itself
    pie,      // a position-independent executable of any compiler: loads as a changed copy
};

// Thread-local variables of a program (PT_TLS). All zero if it has none.
struct ThreadStorage {
    std::uint64_t bytes = 0, image_bytes = 0, align = 1;
    std::uint64_t image_address = 0;  // in the program
};

// A part of the program that holds variables.
struct StateSection {
    std::string name;
    std::uint64_t address = 0, bytes = 0;
};

struct ProgramForm {
    FormKind kind = FormKind::refused;
    std::string refusal;  // a sentence without the file's name, e.g. "It is a static executable."
    std::string interpreter;
    ThreadStorage thread_storage;
    std::vector<StateSection> sections;  // writable sections that are not the loader's; empty if the file is stripped
    std::vector<std::string> needed;
    unsigned unique_symbols = 0;  // symbols of which the loader keeps one in a process (STB_GNU_UNIQUE)
    unsigned copy_relocations = 0;
};

// Inspects a program's file. Never throws for what is in the file.
ProgramForm form_of(const std::string& file);

// Inspects a library's contents: `kind` is refused unless it is a shared library for this machine.
std::string refusal_of_library(const ElfImage& library);

}  // namespace rmasim::hosting
