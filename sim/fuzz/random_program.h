// A random program as plain data: what each rank calls, one step after another. The bench runs it on the bare core, the
// scenario writer makes a file of it, the model says what it has to leave in memory.
//
// Windows hold 64-byte blocks: one for each origin to itself, then some that all share. Blocks of their own are where
// PUTs, GETs and every accumulate go; shared ones take accumulates of one commuting operation. So what a legal program
// leaves behind does not depend on the order of delivery.
#pragma once

#include "protocol/base/call_table.h"
#include "protocol/base/operation.h"
#include "protocol/parts/group_wait.h"
#include "sim/families/family.h"
#include "sim/fuzz/random_faults.h"
#include "sim/input/expression/random.h"
#include "sim/input/model/scenario.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::fuzz {

inline constexpr std::uint64_t block_bytes = 64;
inline constexpr std::uint64_t shared_blocks = 4;

struct Step {
    Call call = Call::none;
    WindowId window = 0;
    Rank target = no_rank;
    LockType lock_type = LockType::shared;
    Assert asserts = Assert::none;
    Group group = {};
    // Operations: element k sent is value + k * step; COMPARE_AND_SWAP sends value, and compares with value + step.
    OpKind kind = OpKind::put;
    ReduceOp reduce = ReduceOp::replace;
    Region region = {};
    std::int64_t value = 0;
    std::int64_t step = 0;
    bool adds_result = false;   // a PUT sends what an earlier operation brought to `result`, plus `value`
    std::uint32_t result = 0;   // operations that fetch: their first word in the rank's results
    std::uint32_t request = 0;  // r-forms, and the call that waits for one: which of the rank's requests
    int phase = 0;              // no rank begins a phase before all have ended the one before
};

struct RandomProgram {
    Rank ranks = 2;
    WindowId windows = 1;
    bool ordered = true;
    Rank ranks_per_node = 1;  // above 1: windows are shared
    sim::MemoryOrder memory_order = sim::MemoryOrder::sc;
    const sim::Family* family = &sim::default_family();
    std::shared_ptr<const sim::ProtocolSettings> settings = family->default_settings();
    std::vector<RandomFault> faults;
    std::vector<std::vector<Step>> steps;  // by rank
    std::vector<std::uint32_t> results;    // by rank: words of results
    std::vector<std::uint32_t> requests;   // by rank: requests made

    bool orders_accumulates() const { return family->orders_accumulates(*settings); }
    std::uint64_t window_bytes() const { return (static_cast<std::uint64_t>(ranks) + shared_blocks) * block_bytes; }
};

// As the scenario writer calls them: "w0", "w1", ...
std::vector<std::string> window_names(const RandomProgram& program);

struct Rng : sim::Random {
    explicit Rng(std::uint64_t seed) : Random(seed, 0) {}
};
inline std::uint64_t below(Rng& rng, std::uint64_t n) { return rng.below(n); }
using sim::chance;

// Whether message counts may depend on the order of events: who finds an element, who comes while operations are
// deferred, whom the full buffer turns away. Settings under which they may not are roomier.
enum class MessageCounts { may_depend_on_order, fixed };

// Of the calls that the family has.
RandomProgram make_random_program(std::uint64_t seed, MessageCounts counts = MessageCounts::may_depend_on_order,
                                  const sim::Family& family = sim::default_family());

}  // namespace rmasim::fuzz
