// The functions MPI_X of a tool in C, which replaces those of the library and calls PMPI_X (MPI 4.1, 15.2). The
// bindings for Fortran call them, as the bindings of MPICH do: so a tool in C sees the calls of programs in Fortran.
#pragma once

#include "sim/mpi/objects/entry.h"

#include <functional>
#include <utility>

namespace rmasim::mpi {

// The tool's function instead of the function PMPI_X; null without one.
template <auto function>
inline constinit decltype(function) function_of_tool = nullptr;

// Calls a function in C with arguments that are converted to its own.
template <auto function, class... Arguments>
int call_in_c(Arguments&&... arguments) {
    const auto of_tool = function_of_tool<function>;
    if (of_tool == nullptr) return function(std::forward<Arguments>(arguments)...);
    const ProgramCode program;
    return of_tool(std::forward<Arguments>(arguments)...);
}

// Finds the functions of tools in a program. `find` returns the program's function of a name, or null.
using FindFunction = std::function<void*(const char* name)>;
template <auto function>
void find_function_of_tool(const FindFunction& find, const char* name) {
    function_of_tool<function> = reinterpret_cast<decltype(function)>(find(name));
}
void find_functions_of_tools(const FindFunction& find);  // generated, with the bindings

}  // namespace rmasim::mpi
