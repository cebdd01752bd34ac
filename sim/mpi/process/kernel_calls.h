// System calls that the host makes for a program.
#pragma once

namespace rmasim::hosting {

// Makes a system call, which may write to pages of heaps that are protected (written_pages.h). Returns -1 and sets
// errno after an error.
long call_kernel(long number, const long (&arguments)[6]);

}  // namespace rmasim::hosting
