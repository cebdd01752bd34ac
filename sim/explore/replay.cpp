#include "sim/explore/replay.h"

#include "protocol/base/counts.h"
#include "sim/untimed/schedule.h"
#include "sim/untimed/stanzas.h"
#include "sim/untimed/waits.h"

namespace rmasim::sim {

namespace {

class Recorder final : public Stanzas {
public:
    explicit Recorder(const Scenario& scenario)
        : Stanzas(scenario), header_bytes_(static_cast<std::uint64_t>(scenario.platform.network.header_bytes)) {}

    void packet_sent(const Packet& packet) override {
        Stanzas::packet_sent(packet);
        counts_.add(packet, header_bytes_ + packet.data_bytes);
    }
    const Counts& counts() const { return counts_; }

private:
    std::uint64_t header_bytes_;
    Counts counts_;
};

}  // namespace

Replay replay(const Scenario& scenario, const std::vector<std::string>& steps, const std::string& place) {
    Recorder recorder(scenario);
    UntimedWorld world(scenario, recorder);
    const StepResult result = play(world, steps, place);
    Replay replay;
    replay.steps = world.steps();
    if (result != StepResult::went_on) {
        replay.failed = result == StepResult::erroneous ? Failure::Kind::erroneous : Failure::Kind::protocol;
        replay.what = {world.trouble()};
    } else if (!world.finished()) {
        replay.failed = Failure::Kind::deadlock;
        replay.what = waits_of(world);
    }
    replay.by_kind = recorder.counts().by_kind();
    replay.messages = recorder.counts().total();
    replay.message_bytes = recorder.counts().wire_bytes();
    replay.transcript = recorder.take();
    return replay;
}

}  // namespace rmasim::sim
