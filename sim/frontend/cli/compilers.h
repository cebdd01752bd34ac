// The subcommands `cc`, `c++` and `fc`: they build programs for `rmasim exec`. Programs are built for our own host
// (host_compiler.h); with `--smpi`, for SimGrid's SMPI, with the compilers of SMPI.
#pragma once

#include <array>

namespace rmasim::sim {

// A subcommand that runs a compiler.
struct Compiler {
    const char* subcommand;
    const char* command;  // of SMPI
    const char* about;
    const char* gcc;  // of our own host
    const char* clang;  // empty: none
};
inline constexpr std::array compilers{
    Compiler{"cc", "smpicc", "compile and link an MPI program in C for exec; arguments as for any C compiler", "gcc",
             "clang"},
    Compiler{"c++", "smpicxx", "compile and link an MPI program in C++ for exec", "g++", "clang++"},
    Compiler{"fc", "smpif90", "compile and link an MPI program in Fortran for exec", "gfortran", ""},
};

// Runs the compiler with the option -g and the arguments after the subcommand, and returns its exit code. The compilers
// of SMPI replace this process.
int become_compiler(const Compiler& compiler, char** argv);

}  // namespace rmasim::sim
