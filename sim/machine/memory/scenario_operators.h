// The operators of a scenario, which reduce integers by an expression.
#pragma once

#include "protocol/base/world.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

class ScenarioOperators final : public Operators {
public:
    // `scenario` must outlive the object.
    explicit ScenarioOperators(const Scenario& scenario) : scenario_(scenario) {}

    // Does nothing if payloads are null because the run keeps no data. Throws ErroneousProgram if the expression has an
    // error, such as a division by zero.
    void reduce(Rank rank, const UserOperator& op, Payload into, Payload operand, Datatype datatype,
                std::uint32_t count) const override;
    std::string name_of(std::uint32_t number) const override { return '"' + scenario_.operators[number].name + '"'; }

private:
    const Scenario& scenario_;
};

}  // namespace rmasim::sim
