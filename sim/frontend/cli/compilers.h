// The subcommands `cc`, `c++` and `fc`: the compilers of SimGrid's SMPI. They build programs for `rmasim exec`.
#pragma once

#include <array>

namespace rmasim::sim {

// A subcommand that runs a compiler.
struct Compiler {
    const char* subcommand;
    const char* command;
    const char* about;
};
inline constexpr std::array compilers{
    Compiler{"cc", "smpicc", "compile and link an MPI program in C for exec; arguments as for any C compiler"},
    Compiler{"c++", "smpicxx", "compile and link an MPI program in C++ for exec"},
    Compiler{"fc", "smpif90", "compile and link an MPI program in Fortran for exec"},
};

// Replaces this process by the compiler, with the option -g and the arguments after the subcommand. The function
// returns an exit code only if the argument is --help, or if the compiler is not installed.
int become_compiler(const Compiler& compiler, char** argv);

}  // namespace rmasim::sim
