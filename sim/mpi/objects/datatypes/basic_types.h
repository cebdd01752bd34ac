// The predefined datatypes: sizes, alignments, numbers and representations (MPI 4.1, 3.2.2, 6.9.4 and 14.5.2).
#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>

namespace rmasim::mpi {

// The kind of numbers, as the tables of reduction operations distinguish them.
enum class Number : std::uint8_t {
    bytes,      // MPI_BYTE, MPI_PACKED
    character,  // MPI_CHAR, MPI_CHARACTER, MPI_WCHAR: text
    integer,    // signed, in C or Fortran, also addresses and counts
    natural,    // unsigned
    floating,
    complex,
    logical,  // Fortran's
    boolean,  // C's and C++'s
    pair      // a value and an index
};

// A predefined datatype. `handle` is its value in the ABI. A pair has two components, which are basic types; the second
// one is `second_disp` bytes behind the first one.
struct BasicType {
    int handle = 0;
    const char* name = "";
    Number number = Number::bytes;
    int bytes = 0;           // without padding
    int alignment = 1;       // in bytes
    int external_bytes = 0;  // in the representation external32
    int first = 0;           // of pairs: the components' handles
    int second = 0;
    int second_disp = 0;
};

// Returns the predefined datatype with this value of the ABI; nullptr if there is none.
const BasicType* find_basic(int handle);
// Returns all predefined datatypes, by ascending handle.
std::span<const BasicType> basic_types();

}  // namespace rmasim::mpi
