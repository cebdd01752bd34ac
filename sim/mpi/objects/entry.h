// The border between a program and the library. A simulator that runs programs in its own process gives each side what
// it needs: the heap, for example, is the program's on one side, and the simulator's on the other.
#pragma once

namespace rmasim::mpi {

// Called at the border; `entered` and `left` return what `back` restores.
struct Border {
    // The program has called a function of MPI. `returns_to` and `frame` are those of the function.
    void* (*entered)(const char* function, const void* returns_to, const void* frame) = nullptr;
    // The library calls a function of the program.
    void* (*left)() = nullptr;
    void (*back)(void* before) = nullptr;
};

// Sets the functions. Without them, nothing happens at the border.
void set_border(const Border& border);
const Border& border();

// While it exists, the running code is the library's, which the program has called.
class Entry {
public:
    Entry(const char* function, const void* returns_to, const void* frame)
        : before_(border().entered == nullptr ? nullptr : border().entered(function, returns_to, frame)) {}
    ~Entry() {
        if (border().back != nullptr) border().back(before_);
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

private:
    void* before_;
};

// While it exists, the running code is the program's, which the library has called.
class ProgramCode {
public:
    ProgramCode() : before_(border().left == nullptr ? nullptr : border().left()) {}
    ~ProgramCode() {
        if (border().back != nullptr) border().back(before_);
    }
    ProgramCode(const ProgramCode&) = delete;
    ProgramCode& operator=(const ProgramCode&) = delete;

private:
    void* before_;
};

}  // namespace rmasim::mpi
