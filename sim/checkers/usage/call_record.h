// What a rank did, and in which step of an exploration.
#pragma once

#include "protocol/base/errors.h"
#include "sim/checkers/invariants/causality.h"
#include "sim/programs/thread.h"

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string>

namespace rmasim::sim::usage {

// A call that began, or (`stores`) a local update of a window.
struct CallRecord {
    const Thread* who = nullptr;
    Call call = Call::none;  // none: a store
    std::uint32_t place = 0;
    std::uint32_t step = 0;
};

// "rank 1 called post at programs[1].calls[0].post"; "rank 1 stored at ..."
std::string text_of(const CallRecord& record);

// Orders calls. Where only one of all orders with the same causes is played (check/causality.h), a record is past only
// if this step depends on it: otherwise it could come later.
class HappensBefore {
public:
    void follow(const check::Causality* causality) { causality_ = causality; }
    bool counts_causes() const { return causality_ != nullptr; }
    std::uint32_t now() const { return causality_ == nullptr ? 0 : causality_->step(); }
    bool is_past(std::uint32_t step) const { return causality_ == nullptr || causality_->depends_on(step); }
    CallRecord record(const Thread& thread, Call call) const { return {&thread, call, thread.place, now()}; }

private:
    const check::Causality* causality_ = nullptr;
};

// A call that breaks a rule because of what another rank did.
class BrokenBetween : public ErroneousProgram {
public:
    BrokenBetween(Call call, const std::string& rule, const CallRecord& other)
        : ErroneousProgram(call, rule), other_step(other.step) {}
    std::uint32_t other_step;
};

}  // namespace rmasim::sim::usage
