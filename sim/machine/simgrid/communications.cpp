#include "sim/machine/simgrid/communications.h"

#include "sim/machine/platform/recycled.h"
#include "sim/machine/simgrid/ended_communications.h"

#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u/Comm.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Link.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace s4u = simgrid::s4u;
using simgrid::kernel::timer::Timer;

// A communication in flight. SimGrid holds a pointer to this object.
struct Communications::UnderWay {
    Communications* owner = nullptr;  // null while the owner is being destroyed
    Simgrid::Transfer* transfer = nullptr;
    NodeId from = -1;
    NodeId to = -1;
    s4u::CommPtr communication;  // null after the communication has ended
    double began_s = 0;
    bool link_changed = false;  // true if a latency has changed since its begin; it is suspended at most once
    bool paused = false;
    Timer* pause = nullptr;  // the communication is suspended until this timer rings
};

struct Communications::All {
    explicit All(std::uint64_t nodes) : ended(nodes) {}

    Recycled<UnderWay> under_way;
    EndedCommunications ended;
    std::uint64_t begun = 0;  // numbers of communications that have begun and ended
    std::uint64_t over = 0;
    std::uint64_t begun_before_change = 0;  // value of `begun` at the last change of a latency
};

Communications::Communications(const std::vector<s4u::Host*>& hosts)
    : hosts_(hosts), all_(std::make_unique<All>(hosts.size())) {
    watch_completions();
}

Communications::~Communications() {
    for (UnderWay& one : all_->under_way.all()) {
        if (one.pause != nullptr) one.pause->remove();
        if (!one.communication) continue;
        one.owner = nullptr;
        // otherwise SimGrid warns that an object of a communication in flight is destroyed
        one.communication->cancel();
    }
}

s4u::Host* Communications::host(NodeId node) const { return hosts_.at(static_cast<std::size_t>(node)); }

bool Communications::any() const { return all_->over < all_->begun; }

// Registers a callback for completed communications, once per process. SimGrid has one global list of such callbacks,
// and SimGrid 3.32 cannot remove a callback.
void Communications::watch_completions() {
    static const bool watching = [] {
        s4u::Comm::on_completion_cb([](const s4u::Activity& activity) {
            auto* one = activity.get_data<UnderWay>();
            if (one == nullptr || one->owner == nullptr) return;  // null for a communication of SMPI
            one->owner->ended(*one, activity.get_state() == s4u::Activity::State::FINISHED);
        });
        return true;
    }();
    static_cast<void>(watching);
}

void Communications::start(NodeId from, NodeId to, std::uint64_t bytes, Simgrid::Transfer& transfer) {
    UnderWay& one = all_->under_way.take();
    s4u::CommPtr communication = all_->ended.take(from, to);
    if (!communication) communication = s4u::Comm::sendto_init(host(from), host(to));
    ++all_->begun;
    one = {.owner = this,
           .transfer = &transfer,
           .from = from,
           .to = to,
           .communication = communication,
           .began_s = s4u::Engine::get_clock()};
    communication->set_data(&one);
    communication->set_payload_size(std::max<std::uint64_t>(bytes, 1));
    communication->start();
    // A communication that fails in start() has no remaining bytes. SimGrid 4.x calls the callback in start(). SimGrid
    // 3.32 never calls it, so ended() must be called.
    if (one.communication == communication && communication->get_remaining() <= 0) ended(one, false);
}

// Suspends packets whose latency has not passed until the end of their latency. Otherwise a change of a link's latency
// would affect them: SimGrid 3.32 would give these packets bandwidth at once. At the end of the latency, SimGrid would
// then not begin the transfer, and the packets would never arrive.
//
//     begins              latency changes      its own latency ends        its bytes are transferred
//     |---- latency ------|---- suspended -----|---------------------------|
void Communications::pause_in_latency() {
    if (std::exchange(all_->begun_before_change, all_->begun) == all_->begun) return;
    for (UnderWay& one : all_->under_way.all()) {
        if (one.communication && !std::exchange(one.link_changed, true)) pause_in_latency(one);
    }
}

void Communications::pause_in_latency(UnderWay& one) {
    std::vector<s4u::Link*> links;
    double latency_s = 0;
    host(one.from)->route_to(host(one.to), links, &latency_s);
    const double transfers_at_s = one.began_s + latency_s;
    if (transfers_at_s <= s4u::Engine::get_clock() || links.empty()) return;
    one.paused = true;
    one.communication->suspend();
    one.pause = Timer::set(transfers_at_s, [this, &one, link = links.front()] {
        one.pause = nullptr;
        one.communication->resume();
        // resume() has set the communication's weight to the default of all activities. Setting a latency restores the
        // weight of a packet.
        pause_in_latency();
        link->set_latency(link->get_latency());
    });
}

void Communications::ended(UnderWay& one, bool arrived) {
    ++all_->over;
    if (one.pause != nullptr) std::exchange(one.pause, nullptr)->remove();
    one.transfer->ended(arrived);
    if (one.paused) {  // an experiment showed: a communication that was suspended never ends if it is started again
        all_->ended.keep_for_now(std::move(one.communication));
    } else {
        all_->ended.keep(one.from, one.to, std::move(one.communication));
    }
    all_->under_way.give_back(one);
}

}  // namespace rmasim::sim
