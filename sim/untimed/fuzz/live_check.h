// Checks memory during a run. When a call returns that guarantees that a rank's own operations are applied (FLUSH,
// UNLOCK, COMPLETE, FENCE, ...: Guarantee), the rank's blocks at the targets must have the expected values. When WAIT
// returns, or a wait that shows its window (CounterArguments), the whole window of the rank must have them.
#pragma once

#include "sim/programs/watcher.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/fuzz/random_program.h"
#include "sim/untimed/fuzz/sequential_model.h"
#include "sim/untimed/fuzz/thread_calls.h"

#include <map>
#include <optional>
#include <set>
#include <span>

namespace rmasim::fuzz {

// Returns the contents of a rank's window segment.
std::span<const std::byte> contents_of(const RandomProgram& program, const sim::WindowMemory& memory, Rank rank,
                                       WindowId window);

class LiveCheck final : public sim::Watcher {
public:
    // `program` and its calls (calls_of_ranks) must outlive this object. The run must be of its scenario.
    LiveCheck(const RandomProgram& program, const CallsOfRanks& calls);
    // Sets the memory of the run. Must be called before the first call.
    void watch(const sim::WindowMemory& memory) { memory_ = &memory; }

    void call_began(const sim::Thread& thread, const CallRequest&) override;
    void call_returned(const sim::Thread& thread) override;
    // For worlds whose threads have no programs: a rank begins or ends a step.
    void step_began(Rank rank, const Step& step);
    void step_returned(Rank rank, const Step& step);
    // Returns the first error: "rank 1: FLUSH returned, and its block at rank 2 (window w0) is not what it wrote".
    const std::optional<std::string>& wrong() const { return wrong_; }

private:
    const ThreadCall& current_call(const sim::Thread& thread) const;
    void require_own_block(Rank rank, Rank target, const Step& step);
    void note_group(Rank rank, const Step& step);
    void note_exposure_end(Rank rank, const Step& wait);
    void require_window(Rank rank, const Step& step);

    const RandomProgram& program_;
    const CallsOfRanks& calls_;
    sim::CheckedRules rules_;
    SequentialModel model_;
    std::map<std::pair<WindowId, Rank>, Group> posted_;                  // group of the last POST of a window's owner
    std::map<std::pair<WindowId, Rank>, std::map<Rank, int>> accesses_;  // by window and target: for each origin, the
                                                                         // number of access epochs that have begun and
                                                                         // that no WAIT has ended
    std::set<std::pair<WindowId, Rank>> stored_;  // segments that their owners store to: no call specifies when other
                                                  // ranks see these stores
    std::set<int> of_tickets_;  // exchanges in which one of the other ranks, unknown in advance, may overwrite a block
    const sim::WindowMemory* memory_ = nullptr;
    std::optional<std::string> wrong_;
};

}  // namespace rmasim::fuzz
