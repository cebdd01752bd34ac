// The end of a rank: why and how its program has ended. It is data for the simulator's report.
#pragma once

#include "sim/mpi/process/frames.h"

#include <cstdint>
#include <string>

namespace rmasim::hosting {

enum class EndKind {
    none,               // the rank has not ended
    returned,           // main returned
    exited,             // exit
    exited_at_once,     // _exit, _Exit
    exited_quickly,     // quick_exit
    exited_in_library,  // libc called exit itself, as err() and error() do
    exited_by_kernel,   // a system call of the program, without libc
    threads_exited,     // the last thread called pthread_exit
    aborted,            // abort, without an exception
    uncaught,           // an exception that the program does not catch; `text` has its type and what()
    signalled,          // a signal whose default is to end the process
    faulted,            // a signal of the processor: `address`
    stack_overflow,     // the rank has left its stack
    heap_error,         // free of a block that is not allocated
    replaced,           // exec without fork
    refused,            // something that the host does not support; `text` has the reason
};

struct RankEnd {
    EndKind kind = EndKind::none;
    int code = 0;             // exit code, as waitpid would return it in its high byte
    int signal = 0;           // of signalled, faulted, stack_overflow
    bool is_in_host = false;  // faulted: in a function of the host that the rank has called
    bool has_address = false;
    std::uint64_t address = 0;                          // of faulted, if the processor reports it
    Frames frames{};                                    // of the program, where it was ended from outside or by libc
    std::uint64_t leaked_bytes = 0, leaked_blocks = 0;  // at the end, more than at the start of main
    std::string text;
};

// Returns a sentence's end: "returned 3", "was ended by signal SIGSEGV at address 0x8".
std::string text_of(const RankEnd& end);

}  // namespace rmasim::hosting
