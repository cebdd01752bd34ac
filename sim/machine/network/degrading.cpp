#include "sim/machine/network/degrading.h"

#include "sim/machine/platform/bandwidth.h"

#include <algorithm>

namespace rmasim::sim {

DegradingNetwork::DegradingNetwork(const std::vector<LinkDegradation>& links, const Platform& platform, EventLoop& loop,
                                   Arrival& arrival, const MakeInner& make_inner)
    : simgrid_(*platform.simgrid()), loop_(loop), arrival_(arrival), inner_(make_inner(*this)) {
    for (const LinkDegradation& fault : links) {
        for (const bool bandwidth : {true, false}) {
            Course course{.fault = &fault, .bandwidth = bandwidth, .links = platform.links(fault.link, fault.location)};
            if (!course.over()) courses_.push_back(std::move(course));
        }
    }
    change_links(0);
    schedule_next();
}

void DegradingNetwork::send(const Packet& packet, Time depart, CompletionNotice notice) {
    ++under_way_;
    if (!change_is_due_) schedule_next();
    inner_->send(packet, depart, notice);
}

void DegradingNetwork::handle(Event event, Time now) {
    if (event.kind() != EventKind::change_links) return inner_->handle(event, now);
    change_is_due_ = false;
    change_links(now);
    if (under_way_ > 0 || loop_.pending() > 0) schedule_next();
}

void DegradingNetwork::arrived(const Packet& packet, Time now) {
    --under_way_;
    arrival_.arrived(packet, now);
}

void DegradingNetwork::change_links(Time now) {
    for (Course& course : courses_) {
        while (!course.over() && course.next_time() <= now) step(course);
    }
}

void DegradingNetwork::step(Course& course) {
    const double share = course.points()[course.next].percent / 100;
    for (const Simgrid::Link& link : course.links) {
        if (course.bandwidth) {
            simgrid_.set_bandwidth(link, link.whole.bytes_per_second * share);
        } else {
            simgrid_.set_latency(link, link.whole.latency_s * share);
        }
    }
    ++course.next;
    if (!course.over() || course.fault->period_ns == 0) return;
    course.next = 0;
    course.period_began = later(course.period_began, from_ns(course.fault->period_ns));
}

void DegradingNetwork::schedule_next() {
    const Course* next = nullptr;
    for (const Course& course : courses_) {
        if (course.over()) continue;
        if (next == nullptr || course.next_time() < next->next_time()) next = &course;
    }
    if (next == nullptr) return;
    change_is_due_ = true;
    loop_.schedule(std::max(next->next_time(), loop_.now()), Event::of_links());
}

}  // namespace rmasim::sim
