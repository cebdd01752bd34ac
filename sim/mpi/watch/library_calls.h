// The loads and stores of functions of libc that a program of `rmasim cc --watch` calls. The table
// sim/mpi/library_functions.inc names the functions.
#pragma once

#include "sim/mpi/program_events.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace rmasim::sim {

// The registers of a call, as its hook stores them (sim/mpi/watch/hooks.s).
struct LibraryArguments {
    const std::uint64_t* registers =
        nullptr;                     // the first six arguments; with variadic functions, then vector registers
    std::uint64_t result = 0;        // only if the hook is called after the function
    const void* on_stack = nullptr;  // the further arguments; only with variadic functions
    const void* returns_to = nullptr;
};

// Reports the loads and stores of a call. `effect` is the position of an effect in the table.
void report_library_call(ProgramEvents& events, const LibraryArguments& arguments, unsigned effect);

// Returns the table of functions for the page of functions: rows of Markdown.
std::string library_functions_table();

}  // namespace rmasim::sim
