// The labels of messages in scenarios: the thread and the location of the call that sends the message. A label is 0 if
// the numbers are too large for 32 bits.
#pragma once

#include "protocol/base/world.h"
#include "sim/programs/thread.h"

#include <string>

namespace rmasim::sim {

std::uint32_t label_of(const Thread& thread);

class ScenarioLabels final : public MessageLabels {
public:
    // `scenario` must outlive this object.
    explicit ScenarioLabels(const Scenario& scenario) : MessageLabels(false), scenario_(scenario) {}
    std::string text_of_send(Rank sender, std::uint32_t label) const override;

private:
    const Scenario& scenario_;
};

}  // namespace rmasim::sim
