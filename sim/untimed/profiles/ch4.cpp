// The fuzz profile of family ch4.
#include "protocol/ch4/config.h"
#include "sim/untimed/profiles/random_settings.h"

namespace rmasim::fuzz {

namespace {

class Ch4Profile final : public FuzzProfile {
    using Config = ch4::Config;

public:
    Ch4Profile() : FuzzProfile({.accesses_ahead = true}) {}

    Settings random_settings(Random& random, const sim::ProtocolSettings*) const override {
        Config config = random_config(random);
        config.am_header_bytes = randomize_header_bytes(random);
        config.message_eager_bytes = randomize_message_limit(random);
        config.message_part_bytes = randomize_part_bytes(random);
        config.collectives = random_collective_algorithms(random);
        return make_settings(config);
    }
    Settings random_guarantees(Random& random, Settings settings, bool) const override {
        Config config = settings_as<Config>(*settings);
        randomize_network(random, config);
        return make_settings(config);
    }
    bool may_fail_by(std::string_view, const sim::ProtocolSettings& settings) const override {
        return !settings_as<Config>(settings).fixed;
    }

private:
    static Config random_config(Random& random) {
        Config config;
        config.native = chance(random, 50) ? ch4::Native::put_get : ch4::Native::none;
        config.flush_progress_interval = one_of<std::uint32_t>(random, {0, 1, 2});
        config.mem_efficient = chance(random, 50);
        config.fixed = chance(random, 50);
        return config;
    }

    // Generates a header size. One size in three has no room for the description of a vector. `next` is a copy of the
    // caller's generator, so the function changes no other setting.
    static std::uint32_t randomize_header_bytes(Random next) {
        next.next();
        return chance(next, 30) ? 72 : 0;
    }

    // Generates the network and the hint accumulate_ops. Random programs satisfy any hint, because each of their phases
    // has only one operation.
    static void randomize_network(Random& random, Config& config) {
        if (!chance(random, 50)) return;
        config.network = ch4::Network::ofi;
        if (chance(random, 60)) config.native = ch4::Native::all;
        config.disable_shm_accumulate = chance(random, 50);
        if (chance(random, 50)) config.accumulate_ops = ch4::AccumulateOps::same_op;
    }
};

}  // namespace

const FuzzProfile& ch4_profile();
const FuzzProfile& ch4_profile() {
    static const Ch4Profile profile;
    return profile;
}

}  // namespace rmasim::fuzz
