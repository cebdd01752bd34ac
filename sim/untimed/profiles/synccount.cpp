// The fuzz profile of family synccount.
#include "protocol/synccount/config.h"
#include "sim/untimed/profiles/random_settings.h"

namespace rmasim::fuzz {

namespace {

class SyncCountProfile final : public FuzzProfile {
    using Config = synccount::Config;

public:
    // The result keeps the values of `add` and `restart` in `like`, because the program may depend on them.
    Settings random_settings(Random& random, const sim::ProtocolSettings* like) const override {
        Config config = random_config(random);
        if (like != nullptr && keeps_early_signals(*like)) config.start = synccount::StartKind::add;
        if (like != nullptr) config.restart = restarts_requests(*like);
        return make_settings(config);
    }
    Settings random_guarantees(Random& random, Settings settings, bool /*ordered*/) const override {
        Config config = config_of(*settings);
        config.restart = !chance(random, 20);
        return make_settings(config);
    }
    bool keeps_early_signals(const sim::ProtocolSettings& settings) const override {
        return config_of(settings).start == synccount::StartKind::add;
    }
    bool restarts_requests(const sim::ProtocolSettings& settings) const override { return config_of(settings).restart; }

private:
    static const Config& config_of(const sim::ProtocolSettings& settings) { return settings_as<Config>(settings); }

    static Config random_config(Random& random) {
        Config config;
        config.completion = chance(random, 35) ? synccount::Completion::ack : synccount::Completion::order;
        config.start = one_of<synccount::StartKind>(
            random, {synccount::StartKind::reset, synccount::StartKind::keep_first, synccount::StartKind::add});
        config.notify_empty = chance(random, 25) ? synccount::NotifyEmpty::wait : synccount::NotifyEmpty::start;
        config.negative = chance(random, 80) ? synccount::Negative::error : synccount::Negative::ignore;
        config.optimizations = {chance(random, 70)};
        config.message_part_bytes = randomize_part_bytes(random);
        config.collectives = random_collective_algorithms(random);
        return config;
    }
};

}  // namespace

const FuzzProfile& synccount_profile();
const FuzzProfile& synccount_profile() {
    static const SyncCountProfile profile;
    return profile;
}

}  // namespace rmasim::fuzz
