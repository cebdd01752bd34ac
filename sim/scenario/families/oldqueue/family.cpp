// Family oldqueue: the old MPICH notes, with one request queue at each target.
#include "protocol/oldqueue/engine.h"
#include "protocol/oldqueue/make_process.h"
#include "protocol/oldqueue/packets.h"
#include "protocol/oldqueue/reasons.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/families/oldqueue/reports.h"
#include "sim/scenario/families/oldqueue/settings.h"

namespace rmasim::sim {

namespace {

using oldqueue::Config;
using oldqueue::Engine;

const Config& config_of(const ProtocolSettings& settings) { return settings_as<Config>(settings); }

constexpr MissingFeature no_vectors{CallFeature::vectors, "it has basic datatypes only"};
constexpr std::array missing{no_vectors,
                             MissingFeature{CallFeature::any_layout, no_vectors.reason},
                             MissingFeature{CallFeature::remote_store, "it has no shared windows"},
                             MissingFeature{CallFeature::operations_concurrent_with_fence,
                                            "its threads may execute only operations concurrently"},
                             no_handles,
                             on_all_ranks};

class Codec final : public DescribedCodec<Config> {
public:
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
};

class Adapter final : public ProcessAdapter {
public:
    std::unique_ptr<Process> make(const Scenario& scenario, Rank rank, const World& world) const override {
        const auto windows = static_cast<WindowId>(scenario.windows.size());
        return oldqueue::make_process(rank, scenario.ranks, windows, config_of(*scenario.protocol), world);
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
};

class Counters final : public ProcessCounters {
public:
    std::optional<QueueCounts> queue(const Process& process) const override {
        const oldqueue::QueueUse use = dynamic_cast<const Engine&>(process).queue_use();
        return QueueCounts{use.max_requests, use.max_bytes, use.looks, use.rounds, use.requests_looked_at};
    }
};

}  // namespace

const Family& oldqueue_family();
const Family& oldqueue_family() {
    static const Codec codec;
    static const Adapter adapter;
    static const Counters counters;
    static const OldQueueReports reports;
    static const Family family{{.name = "oldqueue",
                                .calls = oldqueue::calls,
                                .packets = oldqueue::packet_vocabulary,
                                .reasons = oldqueue::packet_reasons,
                                .missing = missing,
                                .refuses_shared_windows = true,
                                .queues_packets_between_calls = true,
                                .agent_may_be_process = true},
                               codec,
                               adapter,
                               counters,
                               reports};
    return family;
}

}  // namespace rmasim::sim
