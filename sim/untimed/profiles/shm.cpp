// The fuzz profile of family shm.
#include "protocol/shm/config.h"
#include "sim/untimed/profiles/random_settings.h"

namespace rmasim::fuzz {

namespace {

class ShmProfile final : public FuzzProfile {
public:
    ShmProfile() : FuzzProfile({.flushes_caches = true}) {}

    Settings random_settings(Random& random, const sim::ProtocolSettings*) const override {
        shm::Config config;
        config.fence = chance(random, 50) ? shm::FenceKind::counts : shm::FenceKind::barrier;
        config.region_bytes = one_of<std::uint64_t>(random, {0, 8, 64});
        config.message_eager_bytes = randomize_message_limit(random);
        config.message_part_bytes = randomize_part_bytes(random);
        config.collectives = random_collective_algorithms(random);
        // These settings use a random stream of their own. The programs of a seed therefore do not depend on these
        // settings.
        Random later(Random(random).next(), 0);
        config.mutex_per = chance(later, 30) ? shm::MutexPer::block : shm::MutexPer::request;
        config.defer_flush = chance(later, 40);
        return make_settings(config);
    }
};

}  // namespace

const FuzzProfile& shm_profile();
const FuzzProfile& shm_profile() {
    static const ShmProfile profile;
    return profile;
}

}  // namespace rmasim::fuzz
