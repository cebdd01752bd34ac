// Under SMPI, nothing happens at the border: the program and our functions share the heap and the functions of libc.
#include "sim/mpi/library_code.h"

namespace rmasim::sim {

Caller program_call(const Caller& called) { return called; }

LibraryCode::LibraryCode(const Caller&) : before_(nullptr) {}
LibraryCode::~LibraryCode() { before_ = nullptr; }
HookCode::HookCode() : before_(nullptr) {}
HookCode::~HookCode() { before_ = nullptr; }
ProgramCode::ProgramCode() : before_(nullptr) {}
ProgramCode::~ProgramCode() { before_ = nullptr; }

}  // namespace rmasim::sim
