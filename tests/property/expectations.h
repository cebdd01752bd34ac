// Expectations about the outcome of every run on the bench.
#pragma once

#include "sim/untimed/fuzz/program/sequential_model.h"
#include "tests/property/bench.h"
#include "tests/random_rounds.h"

namespace rmasim::property {

// Expects that every rank has finished, that memory and results agree with the sequential model, that every operation
// was applied once, and that every element is back in its pool. Reports through GoogleTest.
void expect_as_modelled(const RandomProgram& program, const Bench& bench, const BenchResult& result);

// Return sums of packet counts, by the printed names of packets. `of_kind` counts packets of a kind. `carrying` counts
// packets that have `name` as kind or flag. `lock_requests` counts packets that request a lock in any way.
using ByKind = std::map<std::string, std::uint64_t>;
std::uint64_t of_kind(const ByKind& counts, const std::string& kind);
std::uint64_t carrying(const ByKind& counts, const std::string& name);
std::uint64_t lock_requests(const ByKind& counts);

}  // namespace rmasim::property
