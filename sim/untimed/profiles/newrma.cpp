// The fuzz profile of family newrma.
#include "protocol/newrma/config.h"
#include "sim/untimed/profiles/random_settings.h"

namespace rmasim::fuzz {

namespace {

class NewRmaProfile final : public FuzzProfile {
    using Config = newrma::Config;

public:
    NewRmaProfile() : FuzzProfile({.opens_at_once = true}) {}

    Settings random_settings(Random& random, const sim::ProtocolSettings* like) const override {
        Config config = random_config(random);
        if (like != nullptr) config.accumulate_ordering = settings_as<Config>(*like).accumulate_ordering;
        return make_settings(config);
    }
    Settings with_fixed_counts(Settings settings, bool ordered) const override {
        return make_settings(widened(settings_as<Config>(*settings), ordered));
    }
    Settings with_own_elements(Settings settings) const override {
        return make_settings(with_elements_everywhere(settings_as<Config>(*settings)));
    }

private:
    static PoolSize randomize_pool(Random& random) {
        return one_of<PoolSize>(random, {{1, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 2}, {8, 8}, {64, 64}});
    }

    // Generates settings from a random stream that only they use. The programs of a seed therefore do not depend on
    // these settings. The data of random programs is short, so only small limits matter.
    static void randomize_later_settings(Config& config, Random next) {
        Random random(next.next(), 0);
        config.restore_op = chance(random, 40) ? newrma::RestoreOp::until_empty : newrma::RestoreOp::until_free;
        config.optimizations.drop_empty = chance(random, 60);
        config.eager_limit_bytes = one_of<std::uint32_t>(random, {0, 0, 8, 16, newrma::no_limit_bytes});
        config.rendezvous_threshold_bytes = one_of<std::uint32_t>(
            random, {0, 8, 16, newrma::no_limit_bytes, newrma::no_limit_bytes, newrma::no_limit_bytes});
        config.lock_order = one_of<LockOrder>(
            random, {LockOrder::fifo, LockOrder::fifo, LockOrder::readers_first, LockOrder::holders_first});
        randomize_window_sizes(Random(random.next(), 0), config.op_pool, config.target_pool, config.of_windows);
    }

    static Config random_config(Random& random) {
        Config config;
        config.slots = one_of<std::uint32_t>(random, {1, 2, 8});
        config.op_pool = randomize_pool(random);
        config.target_pool = randomize_pool(random);
        config.piggyback_threshold = one_of<std::uint32_t>(random, {0, 1, 2, 8});
        config.single_op_threshold_bytes = one_of<std::uint32_t>(random, {0, 8, 64});
        newrma::Optimizations& optimizations = config.optimizations;
        optimizations.single_op = chance(random, 60);
        optimizations.piggyback = chance(random, 60);
        optimizations.lazy_free = chance(random, 60);
        optimizations.complete_rides = chance(random, 30);
        config.cleanup = chance(random, 30) ? newrma::Cleanup::flush : newrma::Cleanup::restore;
        config.lock_buffer = {one_of<std::uint32_t>(random, {0, 1, 64}), one_of<std::uint32_t>(random, {0, 8, 65536})};
        config.lock_all_requests = one_of<std::uint32_t>(random, {1, 2, 8});
        config.pscw_tree = one_of<std::uint32_t>(random, {0, 0, 0, 2, 3});
        config.accumulate_ordering = chance(random, 80);
        randomize_later_settings(config, random);
        config.message_eager_bytes = randomize_message_limit(random);
        config.message_part_bytes = randomize_part_bytes(random);
        config.collectives = random_collective_algorithms(random);
        return config;
    }

    // A copy of `config` with which packet counts do not depend on timing. Pools are never exhausted, all elements
    // remain until their epoch closes, and deferring and piggybacking do not depend on the order of arrival.
    static Config widened(Config config, bool ordered) {
        config.op_pool = config.target_pool = {4096, 4096};
        config.of_windows.clear();
        config.optimizations.lazy_free = true;
        config.lock_buffer = {4096, 1U << 20};
        // Rendezvous is switched off. With rendezvous, timing decides if a closing call can still be piggybacked on an
        // operation that waits for its clearance.
        config.rendezvous_threshold_bytes = newrma::no_limit_bytes;
        // With holders_first, the arrival of grants decides which requests inform the target that their origin holds a
        // lock.
        if (config.lock_order == LockOrder::holders_first) config.lock_order = LockOrder::fifo;
        if (!ordered) config.optimizations.piggyback = false;
        return config;
    }
};

}  // namespace

const FuzzProfile& newrma_profile();
const FuzzProfile& newrma_profile() {
    static const NewRmaProfile profile;
    return profile;
}

}  // namespace rmasim::fuzz
