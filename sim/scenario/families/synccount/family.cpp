// Family synccount: NEC's synchronisation counters, with persistent requests instead of epochs.
#include "protocol/synccount/call_set.h"
#include "protocol/synccount/engine.h"
#include "protocol/synccount/make_process.h"
#include "protocol/synccount/packets.h"
#include "protocol/synccount/reasons.h"
#include "sim/scenario/families/described_family.h"
#include "sim/scenario/families/synccount/settings.h"

namespace rmasim::sim {

namespace {

using synccount::Config;
using synccount::Engine;

Config random_config(Random& random) {
    Config config;
    config.completion = chance(random, 35) ? synccount::Completion::ack : synccount::Completion::order;
    config.start = one_of<synccount::StartKind>(
        random, {synccount::StartKind::reset, synccount::StartKind::keep_first, synccount::StartKind::add});
    config.notify_empty = chance(random, 25) ? synccount::NotifyEmpty::wait : synccount::NotifyEmpty::start;
    config.negative = chance(random, 80) ? synccount::Negative::error : synccount::Negative::ignore;
    config.optimizations = {chance(random, 70)};
    config.collectives = random_collective_algorithms(random);
    return config;
}

CounterCounts counts_of(const synccount::CounterUse& use) {
    return {use.allocated, use.sent, use.applied, use.resets, use.lost, use.vacuous, use.negative, use.lowest};
}

// Requires communicators that are large enough: the window exists on the first `window.ranks` ranks of each
// communicator.
void require_members(const Scenario& scenario, const WindowSettings& window) {
    if (window.comm == no_window) return;
    const Split& split = scenario.communicators->numbered(window.comm);
    if (window.ranks <= split.min_size()) return;
    throw BadInput("windows." + window.name + ".ranks", std::to_string(window.ranks),
                   "at most " + std::to_string(split.min_size()) + ": a communicator of \"" + split.name() +
                       "\" has no more ranks");
}

class SyncCountFamily final : public DescribedFamily<Config> {
public:
    std::string_view name() const override { return "synccount"; }
    const PacketVocabulary& packets() const override { return synccount::packet_vocabulary; }
    const PacketReasons& reasons() const override { return synccount::packet_reasons; }

    CallSet calls() const override { return synccount::calls; }
    std::string_view unsupported_reason(CallFeature feature) const override {
        switch (feature) {
            case CallFeature::remote_store: return "it has no shared windows";
            case CallFeature::operations_concurrent_with_fence: return "it has no fence";
            default: return {};
        }
    }
    void check(const Scenario& scenario) const override {
        for (const WindowSettings& window : scenario.windows) {
            require_members(scenario, window);
            if (!window.shared) continue;
            throw BadInput("windows." + window.name + ".shared", "true",
                           "false, because family synccount always communicates by packets, also within a node");
        }
    }

    std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, const World& world) const override {
        std::vector<Rank> sizes;
        for (const WindowSettings& window : scenario.windows) {
            sizes.push_back(window.ranks == 0 ? scenario.ranks : window.ranks);
        }
        return synccount::make_process(rank, scenario.ranks, sizes, config_of(*scenario.protocol), world);
    }

    std::vector<CounterCounts> counter_counts(const Process& process) const override {
        std::vector<CounterCounts> counts;
        for (const auto& window : dynamic_cast<const Engine&>(process).windows())
            counts.push_back(counts_of(window.use));
        return counts;
    }
    std::optional<CounterValue> counter_value(const Process& process, WindowId window,
                                              std::uint32_t number) const override {
        for (const synccount::Counter& counter : dynamic_cast<const Engine&>(process).counters().all()) {
            if (counter.window == window && counter.number == number) return CounterValue{counter.value, counter.lost};
        }
        return std::nullopt;
    }

    Signaller signaller(const Process& other, const Process& waiter, const WaitReason& reason) const override {
        const auto slot = static_cast<std::uint32_t>(reason.target);
        const synccount::Counter& counter = dynamic_cast<const Engine&>(waiter).counters()[slot];
        Signaller found = Signaller::none;
        for (const synccount::SyncRequest& one : dynamic_cast<const Engine&>(other).requests().all()) {
            if (!one.open || one.object || one.target != waiter.rank()) continue;
            if (one.counter.slot != slot || one.counter.generation != counter.generation) continue;
            if (one.state == synccount::SyncRequest::State::active) return Signaller::started;
            found = Signaller::not_started;
        }
        return found;
    }

    bool is_signal(const Packet& packet) const override { return synccount::signals(packet); }
    bool refuses_shared_windows() const override { return true; }
    CheckedRules rules(const ProtocolSettings& settings) const override {
        const bool acknowledged = config_of(settings).completion == synccount::Completion::ack;
        return {.counted = acknowledged ? Guarantee::applied : Guarantee::complete_at_origin,
                .answers_within_epoch = false};
    }

    // True if `rank` waits because `lost` was lost. A signal may be a part of an operation's packet, or a packet after
    // the operations that it covers.
    bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const override {
        const bool to_waiter = lost.target == rank && (awaited.rank == lost.source || awaited.what == Awaited::counter);
        const bool from_waiter = lost.source == rank && lost.target == awaited.rank;
        switch (awaited.what) {
            case Awaited::barrier: return to_waiter && lost.kind == PacketKind::barrier;
            case Awaited::message:
            case Awaited::receive:
            case Awaited::collective: return is_missed_message(lost, rank, awaited);
            case Awaited::window_info: return to_waiter && lost.kind == synccount::kind::win_info;
            case Awaited::counter: return to_waiter && synccount::signals(lost);
            default:
                return (to_waiter && packets().is_reply(lost.kind)) || (from_waiter && packets().is_request(lost.kind));
        }
    }

    // The result keeps the values of `add` and `restart` in `like`, because the program may depend on them.
    std::shared_ptr<const ProtocolSettings> random_settings(Random& random,
                                                            const ProtocolSettings* like) const override {
        Config config = random_config(random);
        if (like != nullptr && keeps_early_signals(*like)) config.start = synccount::StartKind::add;
        if (like != nullptr) config.restart = restarts_requests(*like);
        return make_settings(config);
    }
    std::shared_ptr<const ProtocolSettings> random_guarantees(Random& random,
                                                              std::shared_ptr<const ProtocolSettings> settings,
                                                              bool /*ordered*/) const override {
        Config config = config_of(*settings);
        config.restart = !chance(random, 20);
        return make_settings(config);
    }
    bool keeps_early_signals(const ProtocolSettings& settings) const override {
        return config_of(settings).start == synccount::StartKind::add;
    }
    bool restarts_requests(const ProtocolSettings& settings) const override { return config_of(settings).restart; }

private:
    static const Config& config_of(const ProtocolSettings& settings) { return settings_as<Config>(settings); }
};

}  // namespace

const Family& synccount_family();
const Family& synccount_family() {
    static const SyncCountFamily family;
    return family;
}

}  // namespace rmasim::sim
