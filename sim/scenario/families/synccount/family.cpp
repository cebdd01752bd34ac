// Family synccount: NEC's synchronisation counters, with persistent requests instead of epochs.
#include "protocol/synccount/engine.h"
#include "protocol/synccount/make_process.h"
#include "protocol/synccount/packets.h"
#include "protocol/synccount/reasons.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/families/synccount/settings.h"

namespace rmasim::sim {

namespace {

using synccount::Config;
using synccount::Engine;

const Config& config_of(const ProtocolSettings& settings) { return settings_as<Config>(settings); }

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

constexpr std::array missing{
    MissingFeature{CallFeature::remote_store, "it has no shared windows"},
    MissingFeature{CallFeature::operations_concurrent_with_fence, "it has no fence"},
};

class Codec final : public DescribedCodec<Config> {
public:
    void check(const Scenario& scenario) const override {
        for (const WindowSettings& window : scenario.windows) {
            require_members(scenario, window);
            if (!window.shared) continue;
            throw BadInput("windows." + window.name + ".shared", "true",
                           "false, because family synccount always communicates by packets, also within a node");
        }
    }
};

class Adapter final : public ProcessAdapter {
public:
    std::unique_ptr<Process> make(const Scenario& scenario, Rank rank, const World& world) const override {
        std::vector<Rank> sizes;
        for (const WindowSettings& window : scenario.windows) {
            sizes.push_back(window.ranks == 0 ? scenario.ranks : window.ranks);
        }
        return synccount::make_process(rank, scenario.ranks, sizes, config_of(*scenario.protocol), world);
    }
    CheckedRules rules(const ProtocolSettings& settings) const override {
        const bool acknowledged = config_of(settings).completion == synccount::Completion::ack;
        return {.counted = acknowledged ? Guarantee::applied : Guarantee::complete_at_origin,
                .answers_within_epoch = false};
    }
};

class Counters final : public ProcessCounters {
public:
    std::vector<CounterCounts> signals(const Process& process) const override {
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
};

class Reports final : public WaitReports {
public:
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

protected:
    // A signal may be a part of an operation's packet, or a packet after the operations that it covers.
    bool loss_explains(const SuspectedLoss& lost) const override {
        const Packet& packet = lost.packet;
        const bool of_counter = lost.awaited.what == Awaited::counter && packet.target == lost.rank;
        const bool to_waiter = lost.to_waiter() || of_counter;
        const PacketVocabulary& vocabulary = synccount::packet_vocabulary;
        switch (lost.awaited.what) {
            case Awaited::barrier: return to_waiter && packet.kind == PacketKind::barrier;
            case Awaited::window_info: return to_waiter && packet.kind == synccount::kind::win_info;
            case Awaited::counter: return to_waiter && synccount::signals(packet);
            default:
                return (to_waiter && vocabulary.is_reply(packet.kind)) ||
                       (lost.from_waiter() && vocabulary.is_request(packet.kind));
        }
    }
};

}  // namespace

const Family& synccount_family();
const Family& synccount_family() {
    static const Codec codec;
    static const Adapter adapter;
    static const Counters counters;
    static const Reports reports;
    static const Family family{{.name = "synccount",
                                .calls = synccount::calls,
                                .packets = synccount::packet_vocabulary,
                                .reasons = synccount::packet_reasons,
                                .missing = missing,
                                .refuses_shared_windows = true},
                               codec,
                               adapter,
                               counters,
                               reports};
    return family;
}

}  // namespace rmasim::sim
