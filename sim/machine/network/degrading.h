// A SimGrid network whose links change their bandwidth or latency over time, as the scenario's faults specify.
//
// SimGrid's profiles cannot be used for these changes. SimGrid 3.32 accepts no profile for a link of a finished
// platform, and the regular zones (torus, fat tree, dragonfly) create their links themselves. So each change is an
// event of the simulation. At most one change is scheduled at a time, and only while packets are in flight or other
// events are pending. So a run ends when its programs end, even if its faults specify changes at later times.
#pragma once

#include "sim/machine/engine/event_loop.h"
#include "sim/machine/network/network.h"
#include "sim/machine/platform/platform.h"

#include <functional>
#include <memory>
#include <vector>

namespace rmasim::sim {

class DegradingNetwork final : public Network, private Arrival {
public:
    // `make_inner` creates the inner network, which transfers the packets. The argument of `make_inner` is the object
    // that receives the packets that the inner network delivers. All other arguments must outlive this object. Raises
    // BadInput for links that the platform does not have.
    using MakeInner = std::function<std::unique_ptr<Network>(Arrival&)>;
    DegradingNetwork(const std::vector<LinkDegradation>& links, const Platform& platform, EventLoop& loop,
                     Arrival& arrival, const MakeInner& make_inner);

    void send(const Packet& packet, Time depart, CompletionNotice notice) override;
    void handle(Event event, Time now) override;

private:
    // The state of one profile: a list of times at which the bandwidth or the latency of certain links changes. A fault
    // of the scenario specifies the profile and the links.
    struct Course {
        const LinkDegradation* fault;
        bool bandwidth;
        std::vector<Simgrid::Link> links;
        std::size_t next = 0;  // index of the next point of the profile
        Time period_began = 0;

        const std::vector<ProfilePoint>& points() const { return bandwidth ? fault->bandwidth : fault->latency; }
        bool over() const { return next == points().size(); }
        Time next_time() const { return period_began + from_ns(points()[next].at_ns); }
    };

    void change_links(Time now);
    void step(Course& course);
    void schedule_next();
    void arrived(const Packet& packet, Time now) override;

    Simgrid& simgrid_;
    EventLoop& loop_;
    Arrival& arrival_;
    std::vector<Course> courses_;
    std::uint64_t under_way_ = 0;  // packets in flight
    // True if a change of links is scheduled as an event. While no packet is in flight and no other event is pending,
    // no change is scheduled, so that the run can end. The next call of send() then schedules the next change.
    bool change_is_due_ = false;
    std::unique_ptr<Network> inner_;
};

}  // namespace rmasim::sim
