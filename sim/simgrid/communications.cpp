#include "sim/simgrid/communications.h"

#include <simgrid/s4u/Comm.hpp>
#include <simgrid/s4u/Host.hpp>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace s4u = simgrid::s4u;

// SimGrid carries a pointer to it.
struct Communications::UnderWay {
    Communications* owner = nullptr;
    Simgrid::Transfer* transfer = nullptr;
    s4u::CommPtr communication;
};

struct Communications::Slab {
    std::deque<UnderWay> all;  // pointers into it stay valid
    std::vector<UnderWay*> free;
    s4u::CommPtr last_finished;

    UnderWay& take() {
        if (free.empty()) return all.emplace_back();
        UnderWay* one = free.back();
        free.pop_back();
        return *one;
    }

    // SimGrid still touches a communication after its completion callback, so it lives until the next one completes.
    void give_back(UnderWay& one) {
        last_finished = std::move(one.communication);
        free.push_back(&one);
    }
};

Communications::Communications() : slab_(std::make_unique<Slab>()) { watch_completions(); }

Communications::~Communications() = default;

// SimGrid has one list of completion callbacks and, in 3.32, no way to leave it, so one callback serves all of the
// process.
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

void Communications::start(s4u::Host* from, s4u::Host* to, std::uint64_t bytes, Simgrid::Transfer& transfer) {
    UnderWay& one = slab_->take();
    const s4u::CommPtr communication = s4u::Comm::sendto_init(from, to);
    one = {this, &transfer, communication};
    communication->set_data(&one);
    communication->set_payload_size(std::max<std::uint64_t>(bytes, 1));
    communication->start();
    // A communication that fails as it starts leaves nothing to send. SimGrid 4.x has called back then, 3.32 never
    // will.
    if (one.communication == communication && communication->get_remaining() <= 0) ended(one, false);
}

void Communications::ended(UnderWay& one, bool arrived) {
    one.transfer->ended(arrived);
    slab_->give_back(one);
}

}  // namespace rmasim::sim
