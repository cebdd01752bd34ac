#include "sim/mpi/windows/arguments.h"

#include "protocol/base/atomic_ops.h"

#include <array>
#include <utility>

namespace rmasim::sim {

std::optional<ReduceOp> reduce_op_of(MPI_Op op) {
    const std::array<std::pair<MPI_Op, ReduceOp>, reduce_op_count> known{{
        {MPI_REPLACE, ReduceOp::replace},
        {MPI_SUM, ReduceOp::sum},
        {MPI_PROD, ReduceOp::prod},
        {MPI_MIN, ReduceOp::min},
        {MPI_MAX, ReduceOp::max},
        {MPI_BAND, ReduceOp::band},
        {MPI_BOR, ReduceOp::bor},
        {MPI_BXOR, ReduceOp::bxor},
        {MPI_LAND, ReduceOp::land},
        {MPI_LOR, ReduceOp::lor},
        {MPI_LXOR, ReduceOp::lxor},
        {MPI_MINLOC, ReduceOp::minloc},
        {MPI_MAXLOC, ReduceOp::maxloc},
        {MPI_NO_OP, ReduceOp::no_op},
    }};
    for (const auto& [mpi, ours] : known) {
        if (mpi == op) return ours;
    }
    return std::nullopt;
}

// In MPI, MPI_BYTE is not an integer type, so only bitwise operators, MPI_REPLACE and MPI_NO_OP work on it.
bool works_on(ReduceOp op, Datatype datatype) {
    if (datatype == Datatype::byte && !moves_only(op)) return is_bitwise(op);
    return is_defined(op, datatype);
}

std::optional<Assert> asserts_of(int asserts, Assert allowed) {
    constexpr std::array<std::pair<int, Assert>, 5> known{{{MPI_MODE_NOPRECEDE, Assert::noprecede},
                                                           {MPI_MODE_NOSUCCEED, Assert::nosucceed},
                                                           {MPI_MODE_NOCHECK, Assert::nocheck},
                                                           {MPI_MODE_NOSTORE, Assert::nostore},
                                                           {MPI_MODE_NOPUT, Assert::noput}}};
    Assert found = Assert::none;
    for (const auto& [mpi, ours] : known) {
        if ((asserts & mpi) == 0) continue;
        if (!has(allowed, ours)) return std::nullopt;
        found = found | ours;
        asserts &= ~mpi;
    }
    return asserts == 0 ? std::optional<Assert>(found) : std::nullopt;
}

}  // namespace rmasim::sim
