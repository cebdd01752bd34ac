// Expectations for the outcome of every run on the bench.
#pragma once

#include "sim/untimed/fuzz/sequential_model.h"
#include "tests/property/bench.h"
#include "tests/rounds_drawn.h"

namespace rmasim::property {

// Every rank has finished, memory and results agree with the sequential model, every operation was applied once, every
// element is back in its pool. Reports through GoogleTest.
void expect_as_modelled(const RandomProgram& program, const Bench& bench, const BenchResult& result);

// Sums over packets by their printed names: of a kind, carrying a name as kind or flag, asking for a lock in any way.
using ByKind = std::map<std::string, std::uint64_t>;
std::uint64_t of_kind(const ByKind& counts, const std::string& kind);
std::uint64_t carrying(const ByKind& counts, const std::string& name);
std::uint64_t lock_requests(const ByKind& counts);

}  // namespace rmasim::property
