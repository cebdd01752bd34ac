// Records of calls of ranks, and of a rank's own updates of its window segment. In an exploration, each record also has
// the step in which the call or the update happened.
#pragma once

#include "protocol/base/errors.h"
#include "sim/checkers/invariants/causality.h"
#include "sim/programs/thread.h"

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rmasim::sim::usage {

// The record of a call that began, or of an update of a window segment by its own rank.
struct CallRecord {
    const Thread* who = nullptr;
    Call call = Call::none;  // `none` for a store
    std::uint32_t location = 0;
    std::uint32_t step = 0;

    // Returns the name of a call in reports on this record's program.
    std::string_view name_of(Call one) const {
        return who->program == nullptr ? rmasim::name_of(one) : who->program->call_name(one);
    }
};

// Returns the record as text: "rank 1 called post at programs[1].calls[0].post", "rank 1 stored at ...".
std::string text_of(const CallRecord& record);

// Determines if a recorded step is before the current step in all equivalent orders. An exploration executes only one
// order of each class of equivalent orders (sim/checkers/invariants/causality.h). If the current step does not depend
// on an executed step, the executed step is after the current step in one of these orders.
class HappensBefore {
public:
    void follow(const check::Causality* causality) { causality_ = causality; }
    bool counts_causes() const { return causality_ != nullptr; }
    bool past_stays_past() const { return causality_ == nullptr || causality_->past_stays_past(); }
    std::uint32_t now() const { return causality_ == nullptr ? 0 : causality_->step(); }
    bool is_past(std::uint32_t step) const { return causality_ == nullptr || causality_->depends_on(step); }
    CallRecord record(const Thread& thread, Call call) const { return {&thread, call, thread.location, now()}; }

private:
    const check::Causality* causality_ = nullptr;
};

// The exception for a call that breaks a rule together with a call of another rank.
class BrokenBetween : public ErroneousProgram {
public:
    BrokenBetween(std::string_view in_section, Call call, const std::string& rule, const CallRecord& other)
        : ErroneousProgram(call, rule), other_step(other.step) {
        section = in_section;
    }
    std::uint32_t other_step;
};

}  // namespace rmasim::sim::usage
