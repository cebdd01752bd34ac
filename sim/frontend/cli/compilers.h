// `rmasim cc`, `c++` and `fc`: the compilers of SimGrid's SMPI, which build what `rmasim exec` runs.
#pragma once

#include <array>

namespace rmasim::sim {

struct Compiler {
    const char* subcommand;
    const char* command;
    const char* about;
};
inline constexpr std::array compilers{
    Compiler{"cc", "smpicc", "compile and link an MPI program in C for exec; arguments as for any C compiler"},
    Compiler{"c++", "smpicxx", "the same for C++"},
    Compiler{"fc", "smpif90", "the same for Fortran"},
};

// Replaces this process by the compiler, with debug information and the arguments after the subcommand. Returns, as an
// exit code, only if it is not installed.
int become_compiler(const Compiler& compiler, char** argv);

}  // namespace rmasim::sim
