// Random datatypes, each with the type map of the reference and the arguments of its constructor.
#pragma once

#include "tests/mpi_objects/type_map.h"
#include "tests/twister.h"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::reference {

struct RandomType {
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    TypeMap map;
    int combiner = MPI_COMBINER_NAMED;
    bool large = false;  // made by a function with large counts
    std::vector<int> integers;
    std::vector<MPI_Aint> addresses;
    std::vector<MPI_Count> counts;
    struct Child {
        MPI_Datatype handle;
        std::int64_t size, lb, ub;
    };
    std::vector<Child> children;
};

// Makes datatypes whose subtypes are earlier ones. Each new datatype replaces one of a pool.
class RandomTypes {
public:
    explicit RandomTypes(std::uint64_t seed) : twister_(seed) {}
    RandomTypes(const RandomTypes&) = delete;
    RandomTypes& operator=(const RandomTypes&) = delete;
    ~RandomTypes();

    // Returns a new datatype. It lives at lowest until the next call.
    const RandomType& next();
    Twister& twister() { return twister_; }

    static constexpr std::size_t max_entries = 160;
    static constexpr std::int64_t max_span = 6000;

private:
    std::int64_t between(std::int64_t lowest, std::int64_t highest);
    const RandomType& child();
    std::vector<std::int64_t> numbers(std::size_t n, std::int64_t lowest, std::int64_t highest);
    void make_contiguous(RandomType& type);
    void make_vector(RandomType& type, bool in_bytes);
    void make_indexed(RandomType& type, bool in_bytes);
    void make_block(RandomType& type, bool in_bytes);
    void make_struct(RandomType& type);
    void make_resized(RandomType& type);
    void make_dup(RandomType& type);
    void make_subarray(RandomType& type);
    void make_darray(RandomType& type);
    void make(RandomType& type);
    void record_count(RandomType& type, std::int64_t value) const;
    void record_disp(RandomType& type, std::int64_t value) const;

    Twister twister_;
    std::vector<RandomType> pool_;
    std::vector<RandomType> named_;
};

}  // namespace rmasim::reference
