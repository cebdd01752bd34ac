// The fuzz profile of family ch3.
#include "protocol/ch3/config.h"
#include "sim/untimed/profiles/random_settings.h"

namespace rmasim::fuzz {

namespace {

class Ch3Profile final : public FuzzProfile {
    using Config = ch3::Config;

public:
    Ch3Profile() : FuzzProfile({.needs_order = true, .opens_at_once = true}) {}

    Settings random_settings(Random& random, const sim::ProtocolSettings* like) const override {
        Config config = random_config(random);
        if (like != nullptr) config.delay_issuing = settings_as<Config>(*like).delay_issuing;
        config.message_eager_bytes = randomize_message_limit(random);
        config.message_part_bytes = randomize_part_bytes(random);
        config.collectives = random_collective_algorithms(random);
        return make_settings(config);
    }
    Settings with_own_elements(Settings settings) const override {
        return make_settings(with_elements_everywhere(settings_as<Config>(*settings)));
    }

    // Any failure is possible with small pools. With large pools, only four causes remain: an IBARRIER that completes
    // last, operations that are held back (with the scalable fence, or if READs poke), a lock that loses its holders,
    // and FLUSH_ALL concurrent with other threads.
    bool may_fail_by(std::string_view fault, const sim::ProtocolSettings& settings) const override {
        const Config& config = settings_as<Config>(settings);
        const auto names = [fault](std::string_view cause) { return fault.find(cause) != std::string_view::npos; };
        if (!is_roomy(config) || names("(cause 5)") || names("(cause 8)")) return true;
        if (names("(cause 9)") || names("(cause 13)") || names("(cause 14)")) return true;
        // A DECR_AT that was sent twice fails at its target, where the cause is not known. An operation with a request
        // may overtake an operation that is held back.
        if (names("(cause 11)") || names("below zero")) return config.poke_responses < 128;
        if (names("cannot carry LOCK")) return config.delay_issuing;
        const bool pokes_early = config.poke_responses < 128 || config.scalable_fence_ranks < 1024;
        return names("(cause 1)") && config.delay_issuing && pokes_early;
    }

private:
    // Generates small pools and buffers. One configuration in two keeps the defaults instead. Pools and buffers of the
    // default sizes are never exhausted.
    static void randomize_room(Random& random, Config& config) {
        config.op_pool = {one_of<std::uint32_t>(random, {0, 1, 2}), one_of<std::uint32_t>(random, {1, 2})};
        config.target_pool = {one_of<std::uint32_t>(random, {0, 1, 2}), one_of<std::uint32_t>(random, {1, 2})};
        config.lock_buffer = {one_of<std::uint32_t>(random, {0, 1, 256}),
                              one_of<std::uint32_t>(random, {0, 16, 655'360})};
        config.whole_bytes = one_of<std::uint32_t>(random, {0, 8, 960});
        config.flush_checks_once = chance(random, 20);
        config.fixed = chance(random, 40);
    }

    static bool is_roomy(const Config& config) {
        const Config usual;
        return config.op_pool.global == usual.op_pool.global && config.target_pool.global == usual.target_pool.global;
    }

    static Config random_config(Random& random) {
        Config config;
        config.delay_issuing = chance(random, 50);
        config.slots = one_of<std::uint32_t>(random, {1, 2, 3, 262'144});
        config.piggyback_lock_bytes = one_of<std::uint32_t>(random, {0, 8, 65'536});
        config.scalable_fence_ranks = one_of<std::uint32_t>(random, {2, 1'024});
        config.poke_responses = one_of<std::uint32_t>(random, {0, 2, 128});
        config.wait_responses = one_of<std::int32_t>(random, {ch3::never, 0, 1, 65'536});
        if (chance(random, 50)) randomize_room(random, config);
        randomize_window_sizes(Random(Random(random).next(), 0), config.op_pool, config.target_pool, config.of_windows);
        return config;
    }
};

}  // namespace

const FuzzProfile& ch3_profile();
const FuzzProfile& ch3_profile() {
    static const Ch3Profile profile;
    return profile;
}

}  // namespace rmasim::fuzz
