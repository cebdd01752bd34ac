// Arithmetic on 64-bit numbers that reports overflow. A datatype whose size or bounds do not fit into 64 bits is an
// error of class MPI_ERR_VALUE_TOO_LARGE; no number wraps around.
#pragma once

#include "sim/mpi/objects/error.h"

#include <mpi.h>

#include <cstdint>

namespace rmasim::mpi {

[[noreturn]] inline void report_overflow() {
    throw Error(MPI_ERR_VALUE_TOO_LARGE, "a size or displacement of the datatype does not fit into 64 bits");
}

inline std::int64_t add(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) report_overflow();
    return sum;
}

inline std::int64_t subtract(std::int64_t a, std::int64_t b) {
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(a, b, &difference)) report_overflow();
    return difference;
}

inline std::int64_t multiply(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) report_overflow();
    return product;
}

}  // namespace rmasim::mpi
