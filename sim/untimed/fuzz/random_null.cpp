// Operations to MPI_PROC_NULL. Drawn for a program that is there already, from random numbers of their own: no seed
// draws other operations because of them.
#include "sim/untimed/fuzz/random_owner.h"

namespace rmasim::fuzz {

namespace {

// What the operation would have fetched is read by no other step: a PUT with `adds_result` reads 0 in its place. Owners
// compare what others fetched of their blocks, and a store is no operation.
void retarget_some(sim::Random& random, RandomProgram& program) {
    for (auto& steps : program.steps) {
        for (Step& step : steps) {
            const bool may_be = is_operation(step.call) && !step.by_store && !is_on_owner_block(program, step);
            if (may_be && chance(random, 20)) step.target = proc_null;
        }
    }
}

// A signal without the operations that it is for may be another one: these all stay.
void copy_some(sim::Random& random, RandomProgram& program) {
    for (auto& steps : program.steps) {
        std::vector<Step> with_copies;
        for (const Step& step : steps) {
            const bool copied = is_operation(step.call) && chance(random, 20);
            with_copies.push_back(step);
            if (!copied) continue;
            Step& copy = with_copies.emplace_back(step);
            copy.target = proc_null;
            copy.meets = copy.more.essential = false;
        }
        steps = std::move(with_copies);
    }
}

}  // namespace

void draw_null_targets(std::uint64_t seed, RandomProgram& program) {
    constexpr std::uint64_t null_stream = 17;
    sim::Random random(seed, null_stream);
    if (!chance(random, 10)) return;
    if (program.units.empty()) retarget_some(random, program);
    else copy_some(random, program);
}

}  // namespace rmasim::fuzz
