// The rules between ranks (sim/checkers/usage) in a shared run. Each process reports the calls of its ranks to process
// 0, which checks the calls of all ranks at the end of each slice.
#pragma once

#include "sim/checkers/usage/shared_calls.h"
#include "sim/machine/exchange/packet_exchange.h"
#include "sim/scenario/model/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace rmasim::sim {

class SharedRules final : public CarriedReports {
public:
    // `judges` is true in process 0. `scenario` must outlive this object.
    SharedRules(const Scenario& scenario, bool judges) : calls_(scenario) {
        if (judges) judge_.emplace(scenario);
    }

    usage::CallRecorder& calls() { return calls_; }

    std::string take() override { return calls_.take(); }
    void received(int, std::string_view report) override { judge_->add(report); }
    bool may_continue() override { return !judge_ || judge_->finds_no_error(); }

private:
    usage::CallRecorder calls_;
    std::optional<usage::CallJudge> judge_;  // only in process 0
};

}  // namespace rmasim::sim
