// Generates the operations of random programs: operations of a rank on its own block of a target, and accumulates on
// the shared blocks. The accumulates on shared blocks commute. On its own blocks, a rank may access an element only if
// MPI allows this together with the rank's earlier accesses. Earlier accesses are those since the last synchronisation
// with the target.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace rmasim::fuzz {

class RandomOperations {
public:
    // The accesses of a rank to an element of one of its blocks since the last synchronisation with that target.
    enum class Use : std::uint8_t { untouched, put, read, accumulated };
    // By rank, window, target and position of the element.
    using Uses = std::map<std::tuple<Rank, WindowId, Rank, std::uint64_t>, Use>;

    // Both arguments must outlive this object.
    RandomOperations(sim::Random& random, RandomProgram& program) : random_(random), program_(program) {}

    // Sets the reduction of the following accumulates on shared blocks, and the datatype of the following operations on
    // own blocks.
    void use_on_shared_blocks(ReduceOp op) { shared_op_ = op; }
    void use_on_own_blocks(Datatype datatype) { datatype_ = datatype; }
    Uses& uses() { return uses_; }

    // Returns an accumulate on a block that all origins share.
    Step shared_accumulate(WindowId window, Rank target);
    // Returns an operation on the block of `rank`, without a request. Returns nullopt if MPI forbids this operation
    // together with earlier accesses.
    std::optional<Step> on_own_block(Rank rank, WindowId window, Rank target, OpKind kind);

private:
    void choose_region(Step& step, Rank rank);
    void choose_values(Step& step);
    void choose_reduction(Step& step);
    bool take(Rank rank, const Step& step);

    sim::Random& random_;
    RandomProgram& program_;
    ReduceOp shared_op_ = ReduceOp::sum;
    Datatype datatype_ = Datatype::int64;
    Uses uses_;
};

}  // namespace rmasim::fuzz
