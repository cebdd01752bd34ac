// The signature of a datatype: the sequence of its basic types, without displacements (MPI 4.1, 3.3.1 and 5.1).
// A sequence of one basic type is exact. Another sequence is represented by two hashes modulo 2^61 - 1, so that
// signatures of any length are joined, repeated and compared in constant or logarithmic time.
#pragma once

#include <cstdint>

namespace rmasim::mpi {

class Signature {
public:
    Signature() = default;
    // `count` elements of the basic type with this handle.
    Signature(int basic, std::int64_t count);

    // Returns the number of basic elements.
    std::int64_t elements() const { return elements_; }
    // Returns the handle of the only basic type; 0 if there are several, or none.
    int uniform() const { return uniform_; }
    // Returns the signature of this sequence followed by another one. Throws if the number of elements overflows.
    Signature then(const Signature& next) const;
    Signature repeated(std::int64_t times) const;
    bool operator==(const Signature& other) const;

private:
    struct Hash {
        std::uint64_t sum = 0;
        std::uint64_t power = 1;  // the base to the power of the number of elements
    };
    struct Hashes {
        Hash first, second;
    };
    static Hash joined(Hash a, Hash b);
    static Hash repeated_hash(Hash one, std::uint64_t times);
    Hashes hashes() const;

    std::int64_t elements_ = 0;
    int uniform_ = 0;
    Hashes mixed_;  // if there are several basic types
};

}  // namespace rmasim::mpi
