// Family oldqueue: the old MPICH notes, with one request queue at each target.
#include "protocol/oldqueue/call_set.h"
#include "protocol/oldqueue/engine.h"
#include "protocol/oldqueue/make_process.h"
#include "protocol/oldqueue/packets.h"
#include "protocol/oldqueue/reasons.h"
#include "sim/scenario/families/described_family.h"
#include "sim/scenario/families/oldqueue/reports.h"
#include "sim/scenario/families/oldqueue/settings.h"

namespace rmasim::sim {

namespace {

using oldqueue::Config;
using oldqueue::Engine;

// Generates settings from a random stream that only they use. The programs of a seed therefore do not depend on these
// settings.
void randomize_later_settings(Config& config, Random next) {
    Random random(next.next(), 0);
    config.window_info = one_of<oldqueue::WindowInfo>(
        random, {oldqueue::WindowInfo::given, oldqueue::WindowInfo::all_to_all, oldqueue::WindowInfo::lazy});
}

Config random_config(Random& random) {
    Config config;
    config.grant_order = one_of<oldqueue::GrantOrder>(
        random, {oldqueue::GrantOrder::scan, oldqueue::GrantOrder::queue, oldqueue::GrantOrder::fifo});
    config.local_lock = chance(random, 50) ? oldqueue::LocalLock::queued : oldqueue::LocalLock::loop;
    config.fence = chance(random, 40) ? oldqueue::FenceKind::barrier : oldqueue::FenceKind::counts;
    config.eager_bytes = one_of<std::uint32_t>(random, {0, 8, 16, 1024});
    config.optimizations = {chance(random, 70), chance(random, 70)};
    randomize_later_settings(config, random);
    config.message_eager_bytes = randomize_message_limit(random);
    config.collectives = random_collective_algorithms(random);
    return config;
}

class OldQueueFamily final : public DescribedFamily<Config> {
public:
    std::string_view name() const override { return "oldqueue"; }
    const PacketVocabulary& packets() const override { return oldqueue::packet_vocabulary; }
    const PacketReasons& reasons() const override { return oldqueue::packet_reasons; }

    CallSet calls() const override { return oldqueue::calls; }
    std::string_view unsupported_reason(CallFeature feature) const override {
        switch (feature) {
            case CallFeature::vectors:
            case CallFeature::any_layout: return "it has basic datatypes only";
            case CallFeature::remote_store: return "it has no shared windows";
            case CallFeature::operations_concurrent_with_fence:
                return "its threads may execute only operations concurrently";
            case CallFeature::window_comm: return {};
            default: return Family::unsupported_reason(feature);
        }
    }
    void check(const Scenario& scenario) const override {
        for (const WindowSettings& window : scenario.windows) {
            if (!window.shared) continue;
            throw BadInput("windows." + window.name + ".shared", "true",
                           "false, because in family oldqueue only the process of a window segment accesses it");
        }
        const bool local = config_of(*scenario.protocol).unlock == oldqueue::UnlockKind::local;
        if (local && scenario.platform.network.reorder_ns > 0) {
            throw BadInput("protocol.unlock", "\"local\"",
                           "\"acknowledged\", because packets of a pair may overtake each other "
                           "(platform.network.reorder_ns)");
        }
    }

    std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, const World& world) const override {
        const auto windows = static_cast<WindowId>(scenario.windows.size());
        return oldqueue::make_process(rank, scenario.ranks, windows, config_of(*scenario.protocol), world);
    }

    std::optional<QueueCounts> queue_counts(const Process& process) const override {
        const oldqueue::QueueUse use = dynamic_cast<const Engine&>(process).queue_use();
        return QueueCounts{use.max_requests, use.max_bytes, use.looks, use.rounds, use.requests_looked_at};
    }

    bool refuses_shared_windows() const override { return true; }
    bool queues_packets_between_calls() const override { return true; }
    bool agent_may_be_process() const override { return true; }

    LockMeaning lock_meaning(const Packet& packet) const override {
        return {oldqueue::asks_for_lock(packet), oldqueue::unlocks(packet), false};
    }
    CheckedRules rules(const ProtocolSettings& settings) const override {
        const Config& config = config_of(settings);
        const bool acknowledged = config.unlock == oldqueue::UnlockKind::acknowledged;
        // If UNLOCK is local, a fence does not guarantee that operations of earlier lock epochs are applied.
        const bool fence_proves = config.fence == oldqueue::FenceKind::barrier && acknowledged;
        return {.fence = fence_proves ? Guarantee::applied : Guarantee::complete_at_origin,
                .complete = Guarantee::complete_at_origin,
                .unlock = acknowledged ? Guarantee::applied : Guarantee::complete_at_origin,
                .answers_within_epoch = false,
                .fence_opens_together = false,
                .first_fence_waits = false,
                .locks_in_order = config.grant_order == oldqueue::GrantOrder::fifo,
                .own_lock_in_order = config.local_lock == oldqueue::LocalLock::queued,
                .one_lock_epoch = acknowledged,
                .idle_unlocks = false};
    }
    std::optional<OpKind> operation_in(const Packet& packet) const override {
        if (packet.kind != oldqueue::kind::rma_data) return Family::operation_in(packet);
        return oldqueue::of_accumulate(packet) ? OpKind::accumulate : OpKind::put;
    }

    std::vector<LockAtTarget> locks_awaited(const Process& target) const override {
        return locks_in_queue_of(dynamic_cast<const Engine&>(target));
    }
    bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const override {
        return is_missed_in_queue(rank, awaited, lost);
    }

    std::shared_ptr<const ProtocolSettings> random_settings(Random& random,
                                                            const ProtocolSettings* like) const override {
        Config config = random_config(random);
        if (like != nullptr) {
            config.unlock = config_of(*like).unlock;
            config.serves = config_of(*like).serves;
        }
        return make_settings(config);
    }
    std::shared_ptr<const ProtocolSettings> random_guarantees(Random& random,
                                                          std::shared_ptr<const ProtocolSettings> settings,
                                                          bool ordered) const override {
        Config config = config_of(*settings);
        if (chance(random, 25) && ordered) config.unlock = oldqueue::UnlockKind::local;
        if (chance(random, 15)) config.serves = oldqueue::Serves::synchronisation;
        return make_settings(config);
    }
    // Random programs have no locks with Serves::synchronisation, because a target inside BARRIER then serves no
    // requests, and an UNLOCK may wait for this target. They have no POST and START with local UNLOCKs, because
    // operations of a lock epoch may then be in flight when the WAIT of another epoch returns.
    CallSet random_calls(const ProtocolSettings& settings) const override {
        const Config& config = config_of(settings);
        const CallSet of_locks{Call::lock, Call::unlock};
        const CallSet of_groups{Call::post, Call::start, Call::complete, Call::wait};
        if (config.serves == oldqueue::Serves::synchronisation) return oldqueue::calls.without(of_locks);
        if (config.unlock == oldqueue::UnlockKind::local) return oldqueue::calls.without(of_groups);
        return oldqueue::calls;
    }
    bool accesses_ahead() const override { return true; }
    std::shared_ptr<const ProtocolSettings> with_locks_of_private_windows(
        std::shared_ptr<const ProtocolSettings> settings) const override {
        Config config = config_of(*settings);
        config.window_info = oldqueue::WindowInfo::given;
        return make_settings(config);
    }

private:
    static const Config& config_of(const ProtocolSettings& settings) { return settings_as<Config>(settings); }
};

}  // namespace

const Family& oldqueue_family();
const Family& oldqueue_family() {
    static const OldQueueFamily family;
    return family;
}

}  // namespace rmasim::sim
