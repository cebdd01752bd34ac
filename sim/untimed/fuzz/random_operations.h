// Draws the operations of random programs: those of a rank on its own block of a target, and accumulates on the shared
// blocks, which commute. What a rank has done to an element since it last synchronised with the target decides what it
// may do next.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace rmasim::fuzz {

class RandomOperations {
public:
    // What a rank may still do to an element of one of its blocks before the next synchronisation with that target.
    enum class Use : std::uint8_t { untouched, put, read, accumulated };
    // By rank, window, target and place of the element.
    using Uses = std::map<std::tuple<Rank, WindowId, Rank, std::uint64_t>, Use>;

    // Both must outlive this object.
    RandomOperations(sim::Random& random, RandomProgram& program) : random_(random), program_(program) {}

    // For the operations that follow.
    void use_on_shared_blocks(ReduceOp op) { shared_op_ = op; }
    void use_on_own_blocks(Datatype datatype) { datatype_ = datatype; }
    Uses& uses() { return uses_; }

    // On a block that all origins share.
    Step shared_accumulate(WindowId window, Rank target);
    // On the block of `rank`, without a request. None if MPI forbids it together with earlier accesses.
    std::optional<Step> on_own_block(Rank rank, WindowId window, Rank target, OpKind kind);

private:
    void draw_region(Step& step, Rank rank);
    void draw_values(Step& step);
    void draw_reduction(Step& step);
    bool take(Rank rank, const Step& step);

    sim::Random& random_;
    RandomProgram& program_;
    ReduceOp shared_op_ = ReduceOp::sum;
    Datatype datatype_ = Datatype::int64;
    Uses uses_;
};

}  // namespace rmasim::fuzz
