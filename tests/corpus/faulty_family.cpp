#include "tests/corpus/faulty_family.h"

#include <algorithm>
#include <stdexcept>

namespace rmasim::corpus {

using sim::one_of;
using Wrong = SpoiltFamily::Wrong;

namespace {

constexpr std::size_t max_worlds = 4096;

class SpoiltTransport final : public Transport {
public:
    SpoiltTransport(const Wrong& wrong, Transport& next, Memory& memory)
        : wrong_(wrong), next_(next), memory_(memory) {}

    Transport& next() const { return next_; }
    bool ordered() const override { return next_.ordered(); }
    void send_from_memory(const Packet& packet) override { next_.send_from_memory(packet); }
    void send(const Packet& packet) override {
        using enum Wrong::What;
        const bool concerned = packet.kind == wrong_.kind && (packet.op + packet.round) % 2 == wrong_.odd;
        if (!concerned) return next_.send(packet);
        Packet changed = packet;
        switch (wrong_.what) {
            case lost: return memory_.release(packet.payload);
            case flag_dropped:
                changed.flags =
                    static_cast<PacketFlag>(static_cast<unsigned>(packet.flags) & ~static_cast<unsigned>(wrong_.flag));
                break;
            case data_changed:
                if (packet.payload.bytes != nullptr && packet.data_bytes > 0) packet.payload.bytes[0] ^= std::byte{1};
                break;
            case twice:
                if (packet.payload.bytes == nullptr) next_.send(packet);
                break;
            default: break;
        }
        next_.send(changed);
    }

private:
    const Wrong& wrong_;
    Transport& next_;
    Memory& memory_;
};

class ForwardingObserver : public Observer {
public:
    explicit ForwardingObserver(Observer& next) : next_(next) {}

#define RMASIM_EVENT(name, parameters, arguments) \
    void name parameters override { next_.name arguments; }
#include "protocol/base/events.inc"

private:
    Observer& next_;
};

// Forwards some reports twice, or not at all.
class SpoiltObserver final : public ForwardingObserver {
public:
    SpoiltObserver(const Wrong& wrong, Observer& next) : ForwardingObserver(next), wrong_(wrong) {}

    void op_posted(Rank rank, OpId op, const Operation& operation) override {
        for (auto left = times(0, op); left > 0; --left) ForwardingObserver::op_posted(rank, op, operation);
    }
    void op_completed(Rank rank, OpId op, Rank target) override {
        for (auto left = times(1, op); left > 0; --left) ForwardingObserver::op_completed(rank, op, target);
    }
    void op_applied(Rank rank, const Packet& packet) override {
        for (auto left = times(2, packet.op); left > 0; --left) ForwardingObserver::op_applied(rank, packet);
    }
    void lock_granted(Rank rank, WindowId window, Rank origin, LockType type) override {
        for (auto left = times(3, origin); left > 0; --left) {
            ForwardingObserver::lock_granted(rank, window, origin, type);
        }
    }
    void lock_released(Rank rank, WindowId window, Rank origin) override {
        for (auto left = times(4, origin); left > 0; --left) ForwardingObserver::lock_released(rank, window, origin);
    }
    void exposure_ended(Rank rank, WindowId window) override {
        for (auto left = times(5, rank); left > 0; --left) ForwardingObserver::exposure_ended(rank, window);
    }
    void element_freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level) override {
        for (auto left = times(6, rank); left > 0; --left) {
            ForwardingObserver::element_freed(rank, window, kind, level);
        }
    }
    void op_local(Rank rank, const Operation& operation) override {
        for (auto left = times(7, rank); left > 0; --left) ForwardingObserver::op_local(rank, operation);
    }

private:
    int times(unsigned report, auto number) const {
        if (report != wrong_.report || static_cast<std::uint32_t>(number) % 2 != wrong_.odd) return 1;
        if (wrong_.what == Wrong::What::reported_twice) return 2;
        return wrong_.what == Wrong::What::not_reported ? 0 : 1;
    }

    const Wrong& wrong_;
};

Wrong generate(sim::Random& random, const sim::Family& family) {
    using enum Wrong::What;
    Wrong wrong;
    wrong.what = one_of(random, {lost, flag_dropped, flag_dropped, data_changed, twice, reported_twice, not_reported});
    const auto kinds = family.packets().kinds();
    const auto flags = family.packets().flags();
    wrong.kind = element_of(random, kinds).kind;
    if (!flags.empty()) wrong.flag = element_of(random, flags).flag;
    wrong.odd = static_cast<std::uint32_t>(random.below(2));
    wrong.report = static_cast<unsigned>(random.below(8));
    return wrong;
}

}  // namespace

// The faulty transport and observer of one world.
class Spoilt {
public:
    Spoilt(const Wrong& wrong, const World& world)
        : transport_(wrong, world.transport, world.memory),
          observer_(wrong, world.observer), world_{transport_, world.memory, observer_, world.choice, world.mutexes} {}

    bool is_of(const World& world) const { return &transport_.next() == &world.transport; }
    const World& world() const { return world_; }

private:
    SpoiltTransport transport_;
    SpoiltObserver observer_;
    World world_;
};

SpoiltFamily::SpoiltFamily(const sim::Family& of, sim::Random& random)
    : CounterWraparound(of, 0), wrong_(generate(random, of)), worlds_(std::make_unique<std::vector<Spoilt>>()) {
    worlds_->reserve(max_worlds);
}
SpoiltFamily::~SpoiltFamily() = default;

std::unique_ptr<Process> SpoiltFamily::make(const sim::Scenario& scenario, Rank rank, const World& world) const {
    // A later world may have the address of an earlier one, but its transport need not. Rank 0 is created first.
    auto mine =
        std::find_if(worlds_->rbegin(), worlds_->rend(), [&world](const Spoilt& one) { return one.is_of(world); });
    if (rank == 0 || mine == worlds_->rend()) {
        if (worlds_->size() == max_worlds) throw std::length_error("too many worlds for one family");
        worlds_->emplace_back(wrong_, world);
        mine = worlds_->rbegin();
    }
    return of_.processes.make(scenario, rank, mine->world());
}

}  // namespace rmasim::corpus
