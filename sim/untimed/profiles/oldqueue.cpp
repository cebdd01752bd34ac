// The fuzz profile of family oldqueue.
#include "protocol/oldqueue/config.h"
#include "sim/untimed/profiles/random_settings.h"

namespace rmasim::fuzz {

namespace {

class OldQueueProfile final : public FuzzProfile {
    using Config = oldqueue::Config;

public:
    OldQueueProfile() : FuzzProfile({.accesses_ahead = true}) {}

    Settings random_settings(Random& random, const sim::ProtocolSettings* like) const override {
        Config config = random_config(random);
        if (like != nullptr) {
            config.unlock = config_of(*like).unlock;
            config.serves = config_of(*like).serves;
        }
        return make_settings(config);
    }
    Settings random_guarantees(Random& random, Settings settings, bool ordered) const override {
        Config config = config_of(*settings);
        if (chance(random, 25) && ordered) config.unlock = oldqueue::UnlockKind::local;
        if (chance(random, 15)) config.serves = oldqueue::Serves::synchronisation;
        return make_settings(config);
    }
    // Random programs have no locks with Serves::synchronisation, because a target inside BARRIER then serves no
    // requests, and an UNLOCK may wait for this target. They have no POST and START with local UNLOCKs, because
    // operations of a lock epoch may then be in flight when the WAIT of another epoch returns.
    CallSet unused_calls(const sim::ProtocolSettings& settings) const override {
        const Config& config = config_of(settings);
        if (config.serves == oldqueue::Serves::synchronisation) return {Call::lock, Call::unlock};
        if (config.unlock == oldqueue::UnlockKind::local) return {Call::post, Call::start, Call::complete, Call::wait};
        return {};
    }
    Settings with_locks_of_private_windows(Settings settings) const override {
        Config config = config_of(*settings);
        config.window_info = oldqueue::WindowInfo::given;
        return make_settings(config);
    }

private:
    static const Config& config_of(const sim::ProtocolSettings& settings) { return settings_as<Config>(settings); }

    // Generates settings from a random stream that only they use. The programs of a seed therefore do not depend on
    // these settings.
    static void randomize_later_settings(Config& config, Random next) {
        Random random(next.next(), 0);
        config.window_info = one_of<oldqueue::WindowInfo>(
            random, {oldqueue::WindowInfo::given, oldqueue::WindowInfo::all_to_all, oldqueue::WindowInfo::lazy});
    }

    static Config random_config(Random& random) {
        Config config;
        config.grant_order = one_of<oldqueue::GrantOrder>(
            random, {oldqueue::GrantOrder::scan, oldqueue::GrantOrder::queue, oldqueue::GrantOrder::fifo});
        config.local_lock = chance(random, 50) ? oldqueue::LocalLock::queued : oldqueue::LocalLock::loop;
        config.fence = chance(random, 40) ? oldqueue::FenceKind::barrier : oldqueue::FenceKind::counts;
        config.eager_bytes = one_of<std::uint32_t>(random, {0, 8, 16, 1024});
        config.optimizations = {chance(random, 70), chance(random, 70)};
        randomize_later_settings(config, random);
        config.message_eager_bytes = randomize_message_limit(random);
        config.message_part_bytes = randomize_part_bytes(random);
        config.collectives = random_collective_algorithms(random);
        return config;
    }
};

}  // namespace

const FuzzProfile& oldqueue_profile();
const FuzzProfile& oldqueue_profile() {
    static const OldQueueProfile profile;
    return profile;
}

}  // namespace rmasim::fuzz
