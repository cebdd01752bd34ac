// Checks the contents of windows during a run. When a call returns that guarantees that the rank's operations are
// applied (FLUSH, UNLOCK, COMPLETE, FENCE, ...; see Guarantee), the rank's own blocks at the targets must have the
// expected values. When WAIT returns, the whole window segment of the rank must have the expected values. This also
// holds when a wait for a counter returns, if its step has `shows_window` (CounterArguments).
#pragma once

#include "sim/programs/watcher.h"
#include "sim/scenario/families/family.h"
#include "sim/untimed/fuzz/program/random_program.h"
#include "sim/untimed/fuzz/program/sequential_model.h"
#include "sim/untimed/fuzz/program/thread_calls.h"

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
    // `program` and `calls` must outlive this object. The run must execute the scenario of `program`, and `calls` must
    // be calls_of_ranks(program).
    LiveCheck(const RandomProgram& program, const CallsOfRanks& calls);
    // Sets the memory whose contents are checked. Must be called before the first call of the run.
    void watch(const sim::WindowMemory& memory) { memory_ = &memory; }

    void call_began(const sim::Thread& thread, const CallRequest&) override;
    void call_returned(const sim::Thread& thread) override;
    // In some worlds, the driver makes the calls and threads have no programs. The driver then calls these functions
    // when a rank begins or ends a step.
    void step_began(Rank rank, const Step& step);
    void step_returned(Rank rank, const Step& step);
    // Returns the first error as text: "rank 1: FLUSH returned, and its block at rank 2 (window w0) is not what it
    // wrote".
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
    // For each window and target: the group of the target's last POST.
    std::map<std::pair<WindowId, Rank>, Group> posted_;
    // For each window, target and origin: the number of access epochs that began with START and whose exposure epoch
    // has not ended with WAIT.
    std::map<std::pair<WindowId, Rank>, std::map<Rank, int>> accesses_;
    // The window segments to which their owners store. No call specifies when other ranks observe such a store.
    std::set<std::pair<WindowId, Rank>> stored_;
    // The numbers of exchanges with tickets (random_reads.h). In such an exchange, another rank may overwrite a rank's
    // block. The order of steps determines which rank overwrites it.
    std::set<int> of_tickets_;
    const sim::WindowMemory* memory_ = nullptr;
    std::optional<std::string> wrong_;
};

}  // namespace rmasim::fuzz
