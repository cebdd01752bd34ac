// The type map of a datatype by the standard's definition (MPI 4.1, 5.1): a list of basic types with displacements, and
// markers of bounds. It shares no code with sim/mpi/objects: each constructor lists every entry.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace rmasim::reference {

struct BasicFact {
    MPI_Datatype handle;
    std::int64_t bytes;
    std::int64_t alignment;
    std::int64_t external_bytes;
    int external_parts;  // numbers with an order of bytes of their own
};

// The basic types of the reference, with the compiler's sizes and alignments.
std::span<const BasicFact> basic_facts();

struct Entry {
    const BasicFact* basic = nullptr;
    std::int64_t disp = 0;
};

struct TypeMap {
    std::vector<Entry> entries;
    std::vector<std::int64_t> lower_markers, upper_markers;

    std::int64_t size() const;
    std::int64_t lb() const;
    std::int64_t ub() const;
    std::int64_t true_lb() const;
    std::int64_t true_ub() const;
    std::int64_t extent() const { return ub() - lb(); }

    // Appends the entries of another map, shifted.
    void append(const TypeMap& other, std::int64_t disp);
    void mark(std::int64_t lower, std::int64_t upper);
};

// Returns the displacement of each data byte of `count` elements, in order.
std::vector<std::int64_t> listed_bytes(const TypeMap& map, std::int64_t count);
// True if two of these displacements are equal.
bool has_equal(std::vector<std::int64_t> disps);

TypeMap map_of(const BasicFact& basic);
TypeMap contiguous(std::int64_t count, const TypeMap& old);
// Block i has length(i) elements, the first one `disp(i)` bytes away.
using Number = std::function<std::int64_t(std::int64_t)>;
TypeMap blocks(std::int64_t count, const Number& length, const Number& disp,
               const std::function<const TypeMap&(std::int64_t)>& old);
TypeMap resized(const TypeMap& old, std::int64_t lb, std::int64_t extent);

// The elements of an array that a predicate of the indices selects, in the order of memory. The first dimension is the
// slowest one in C, the last one in Fortran.
using Selects = std::function<bool(std::span<const std::int64_t>)>;
TypeMap array_part(std::span<const std::int64_t> sizes, bool fortran, const Selects& selects, const TypeMap& old);

}  // namespace rmasim::reference
