// Generates the operations of random programs. In each window segment, every origin has a block of its own, and there
// are blocks that all origins share. The operations on shared blocks are accumulates that commute. In its own block, a
// rank may access an element only if MPI allows this access together with the rank's accesses since its last
// synchronisation with the target.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace rmasim::fuzz {

class RandomOperations {
public:
    // The kind of access of a rank to an element of its own block at a target, since the last synchronisation with this
    // target.
    enum class Use : std::uint8_t { untouched, put, read, accumulated };
    // The key is the tuple (rank, window, target, position of the element).
    using Uses = std::map<std::tuple<Rank, WindowId, Rank, std::uint64_t>, Use>;

    // Both arguments must outlive this object.
    RandomOperations(sim::Random& random, RandomProgram& program) : random_(random), program_(program) {}

    // Sets the reduction of the following accumulates on shared blocks, and the datatype of the following operations
    // that ranks execute on their own blocks.
    void use_on_shared_blocks(ReduceOp op) { shared_op_ = op; }
    void use_on_own_blocks(Datatype datatype) { datatype_ = datatype; }
    Uses& uses() { return uses_; }

    // Returns an accumulate on a block that all origins share.
    Step shared_accumulate(WindowId window, Rank target);
    // Returns an operation of `rank` on its own block at `target`, without a request. Returns nullopt if MPI forbids
    // this operation together with earlier accesses.
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
