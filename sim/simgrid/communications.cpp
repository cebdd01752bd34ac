#include "sim/simgrid/communications.h"

#include "sim/platform/recycled.h"
#include "sim/simgrid/ended_communications.h"

#include <simgrid/s4u/Comm.hpp>
#include <simgrid/s4u/Host.hpp>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace s4u = simgrid::s4u;

// One communication in flight; SimGrid holds a pointer to it.
struct Communications::UnderWay {
    Communications* owner = nullptr;
    Simgrid::Transfer* transfer = nullptr;
    NodeId from = -1;
    NodeId to = -1;
    s4u::CommPtr communication;
};

struct Communications::All {
    explicit All(std::uint64_t nodes) : ended(nodes) {}

    Recycled<UnderWay> under_way;
    EndedCommunications ended;
};

Communications::Communications(const std::vector<s4u::Host*>& hosts)
    : hosts_(hosts), all_(std::make_unique<All>(hosts.size())) {
    watch_completions();
}

Communications::~Communications() = default;

// SimGrid has one global list of completion callbacks, and 3.32 cannot remove one. So the process registers one
// callback once.
void Communications::watch_completions() {
    static const bool watching = [] {
        s4u::Comm::on_completion_cb([](const s4u::Activity& activity) {
            auto* one = activity.get_data<UnderWay>();
            one->owner->ended(*one, activity.get_state() == s4u::Activity::State::FINISHED);
        });
        return true;
    }();
    static_cast<void>(watching);
}

void Communications::start(NodeId from, NodeId to, std::uint64_t bytes, Simgrid::Transfer& transfer) {
    UnderWay& one = all_->under_way.take();
    s4u::CommPtr communication = all_->ended.take(from, to);
    if (!communication) {
        communication =
            s4u::Comm::sendto_init(hosts_.at(static_cast<std::size_t>(from)), hosts_.at(static_cast<std::size_t>(to)));
    }
    one = {this, &transfer, from, to, communication};
    communication->set_data(&one);
    communication->set_payload_size(std::max<std::uint64_t>(bytes, 1));
    communication->start();
    // A communication that fails in start() has nothing remaining. SimGrid 4.x has then called back already; 3.32 never
    // does.
    if (one.communication == communication && communication->get_remaining() <= 0) ended(one, false);
}

void Communications::ended(UnderWay& one, bool arrived) {
    one.transfer->ended(arrived);
    all_->ended.keep(one.from, one.to, std::move(one.communication));
    all_->under_way.give_back(one);
}

}  // namespace rmasim::sim
