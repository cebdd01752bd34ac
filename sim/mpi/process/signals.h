// Signals of the ranks. Handlers that a rank sets are its own. A signal of the processor, an abort inside libc, and an
// exit by a system call end the rank whose code runs, unless the rank has set a handler.
#pragma once

#include "sim/mpi/process/program_loader.h"
#include "sim/mpi/process/rank.h"

#include <string>

namespace rmasim::hosting {

// Installs the host's handlers, and a stack for them. Must be called once.
void install_signal_handlers();

// Called for a signal of the processor while no rank's code runs, so in the host's own code: it may describe the fault
// and end the process. The system's default action follows if it returns. Null: nothing is called.
extern void (*when_host_faults)(int signal, const void* address);

// Makes the kernel report exit system calls in the program's own code as a signal (SIGSYS), if the code has system
// calls at all. If pages may be protected (written_pages.h), all system calls there are reported, and the host makes
// them instead of the program. Children inherit this, and the process can gain no privileges any more. Returns false
// if the system does not allow it.
bool trap_system_calls(const LoadedProgram& program);

// Calls the rank's handler of SIGABRT, if it has set one.
void call_handler_of_abort(Rank& rank);

// Acts as the kernel when the calling rank sends a signal to itself: calls its handler, ignores the signal, or ends the
// rank.
void deliver_signal(Rank& rank, int signal);

// Returns the type and what() of the exception that the calling rank has thrown and not caught, or an empty text.
std::string uncaught_exception();

}  // namespace rmasim::hosting
