// The border between a program and our functions of MPI.
#pragma once

#include "sim/mpi/debug/caller.h"

namespace rmasim::sim {

// Returns the program's call. It is `called`, unless a binding for Fortran has called the function: then it is the call
// of the binding.
Caller program_call(const Caller& called);

// Each function that a program calls has an object of this class from its beginning to its end.
class LibraryCode {
public:
    explicit LibraryCode(const Caller& caller);
    ~LibraryCode();
    LibraryCode(const LibraryCode&) = delete;
    LibraryCode& operator=(const LibraryCode&) = delete;

private:
    void* before_;  // for the destructor
};

// The border of a hook, which a program of `rmasim cc --watch` calls at a load or a store.
class HookCode {
public:
    HookCode();
    ~HookCode();
    HookCode(const HookCode&) = delete;
    HookCode& operator=(const HookCode&) = delete;

private:
    void* before_;
};

// The border in the other direction: while an object of this class exists, the running code is the program's, which one
// of our functions has called.
class ProgramCode {
public:
    ProgramCode();
    ~ProgramCode();
    ProgramCode(const ProgramCode&) = delete;
    ProgramCode& operator=(const ProgramCode&) = delete;

private:
    void* before_;
};

}  // namespace rmasim::sim
