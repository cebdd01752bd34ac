#include "sim/explore/replay.h"

#include "protocol/base/counts.h"
#include "sim/check/checker.h"
#include "sim/untimed/schedule.h"
#include "sim/untimed/stanzas.h"
#include "sim/untimed/waits.h"

#include <fmt/format.h>

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
    Checker checker(scenario, &recorder);
    UntimedWorld world(scenario, checker);
    const StepResult result = play(world, steps, place, [&] { return !checker.violation(); });
    if (world.finished()) {
        for (Rank rank = 0; rank < scenario.ranks; ++rank) checker.engine_ended(world.engine(rank));
        checker.world_ended(world.memory().payloads_in_flight());
    }
    Replay replay;
    replay.steps = world.steps();
    if (checker.violation()) {
        replay.failed = Failure::Kind::invariant;
        replay.what = {fmt::format("{}: {}", name_of(checker.violation()->which), checker.violation()->what)};
    } else if (result != StepResult::went_on) {
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
