#include "sim/machine/engine/event_loop.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr double picoseconds_per_second = 1e12;

// The number of events between two calls of `look_`. Small enough for a quick reaction to an interrupt, and large
// enough that the calls take little time.
constexpr std::uint64_t events_between_looks = 256;

double to_seconds(Time time) { return static_cast<double>(time) / picoseconds_per_second; }

// Advances SimGrid's clock by `time`, with an alarm and run(). SimGrid's run_until() cannot be used, since in version
// 3.32 it stops up to 10 microseconds early.
void advance(SimgridClock& clock, Time time) {
    clock.set_alarm(clock.now_s() + to_seconds(time), [] {});
    clock.run();
}

}  // namespace

struct EventLoop::SimgridDriver {
    EventHandler* handler = nullptr;  // not null while run() is active
    bool armed = false;               // true if an alarm is set, at alarm_time
    Time alarm_time = 0;
    bool handling = false;  // true inside alarm_rang(), which sets the next alarm after its last event
    std::exception_ptr failure;
    std::function<void()> failed;  // the argument of follow(), called after a failure
};

EventLoop::EventLoop(Clock clock, SimgridClock* simgrid) : simgrid_(simgrid) {
    if (clock == Clock::own) return;
    if (simgrid == nullptr) throw std::logic_error("Clock::simgrid needs SimGrid, which is not loaded");
    driver_ = std::make_unique<SimgridDriver>();
}

EventLoop::~EventLoop() = default;

void EventLoop::raise_past() { throw std::logic_error("an event was scheduled before the current time"); }

void EventLoop::run_by_node_slices(NodePartition order) {
    if (driver_ || simgrid_ != nullptr) throw std::logic_error("SimGrid's clock needs all events in the order of time");
    by_node_ = std::make_unique<NodeQueue>(order);
    with_others_ = order.others != nullptr;
    journal_ = order.journal;
    if (journal_ == nullptr) unjournaled_ = by_node_.get();
}

void EventLoop::look_between_events(std::function<void()> look) {
    look_ = std::move(look);
    until_look_ = events_between_looks;
}

void EventLoop::look_now() {
    until_look_ = events_between_looks;
    look_();
}

void EventLoop::journal_and_push(Time time, Event event) {
    journal_->schedules(time, tie_break_key(event), event.rank());
    by_node_->push(time, event);
}

void EventLoop::journal_and_push(Time time, EventKind kind, const Packet& packet) {
    journal_->schedules(time, tie_break_key(kind, packet), is_at_source(kind) ? packet.source : packet.target);
    by_node_->push(time, kind, packet);
}

void EventLoop::run(EventHandler& handler) {
    if (with_others_) {
        run_with_others(handler);
    } else if (by_node_) {
        run_by_node(handler);
    } else if (driver_) {
        run_on_simgrid_clock(handler);
    } else {
        run_on_own_clock(handler);
    }
}

void EventLoop::run_on_own_clock(EventHandler& handler) {
    const Time start = now_;
    const bool prefetches_events = handler.prefetches_events();
    while (!queue_.empty()) {
        if (prefetches_events) handler.prefetch_events(queue_);
        handle_next(handler);
        look_if_due();
    }
    if (simgrid_ != nullptr) advance(*simgrid_, now_ - start);
}

// Handles the next event of the current node. now_ decreases when the next node begins.
inline void EventLoop::handle_next(NodeQueue& queue, EventHandler& handler) {
    const Event event = queue.pop();
    current_packet_ = event.has_packet() ? event.address() : nullptr;
    now_ = queue.now();
    handler.handle(event, now_);
}

void EventLoop::run_by_node(EventHandler& handler) {
    NodeQueue& queue = *by_node_;
    const bool prefetches = handler.prefetches_events();
    while (!queue.empty()) {
        if (queue.at_next_node()) {
            queue.begin_node();
            if (prefetches) handler.prefetch_nodes(queue);
            look_if_due();
        } else {
            handle_next(queue, handler);
        }
    }
}

// Runs the events of this process while other processes run theirs. Packets from other processes are received before
// each block of nodes. This is often enough for rings of a few hundred kilobytes.
void EventLoop::run_with_others(EventHandler& handler) {
    NodeQueue& queue = *by_node_;
    const bool prefetches = handler.prefetches_events();
    Time at = 0;
    do {
        while (queue.open_block()) {
            queue.receive_packets();
            while (!queue.at_end_of_block()) {
                if (queue.at_next_node()) {
                    queue.begin_node();
                    if (prefetches) handler.prefetch_nodes(queue);
                    look_if_due();
                } else {
                    if (journal_ != nullptr) journal_->handles(queue.current_node());
                    handle_next(queue, handler);
                }
            }
        }
        at = queue.open_common_slice();
        if (journal_ != nullptr) journal_->all_are_at(at);
    } while (at != NodeQueue::end_of_time);
}

void EventLoop::handle_next(EventHandler& handler) {
    const Event event = queue_.pop();
    current_packet_ = event.has_packet() ? event.address() : nullptr;
    now_ = std::max(now_, queue_.now());
    handler.handle(event, now_);
    if (current_packet_ != nullptr) packets_.give_back(const_cast<Packet*>(current_packet_));
}

void EventLoop::run_on_simgrid_clock(EventHandler& handler) {
    driver_->handler = &handler;
    arm();
    simgrid_->run();
    driver_->handler = nullptr;
    if (driver_->failure) std::rethrow_exception(driver_->failure);
}

void EventLoop::follow(SimgridClock& clock, EventHandler& handler, std::function<void()> failed) {
    if (driver_ && driver_->handler != nullptr) throw std::logic_error("SimGrid's clock drives this loop already");
    simgrid_ = &clock;
    if (!driver_) driver_ = std::make_unique<SimgridDriver>();
    driver_->handler = &handler;
    driver_->failed = std::move(failed);
    arm();
}

bool EventLoop::has_failed() const { return driver_ && driver_->failure; }

void EventLoop::rethrow_failure() const {
    if (driver_->failure) std::rethrow_exception(driver_->failure);
}

// Sets the alarm to the time of the earliest event. Sets no alarm after a failure, so that SimGrid has no work left and
// returns.
void EventLoop::arm() {
    SimgridDriver& driver = *driver_;
    if (driver.handler == nullptr || driver.handling || driver.failure || queue_.empty()) return;
    const Time earliest = queue_.next_time();
    if (driver.armed) {
        if (driver.alarm_time <= earliest) return;
        simgrid_->unset_alarm();
    }
    // Rounding must not give a time before SimGrid's clock, because SimGrid would abort.
    const double date_s = std::max(to_seconds(earliest), simgrid_->now_s());
    driver.alarm_time = earliest;
    driver.armed = true;
    simgrid_->set_alarm(date_s, [this] { alarm_rang(); });
}

void EventLoop::alarm_rang() {
    SimgridDriver& driver = *driver_;
    driver.armed = false;
    if (driver.failure) return;
    driver.handling = true;
    guard([this, &driver] {
        while (!queue_.empty() && queue_.next_time() <= driver.alarm_time) {
            handle_next(*driver.handler);
        }
    });
    driver.handling = false;
    if (driver.failure && driver.failed) return driver.failed();
    arm();
}

Time EventLoop::simgrid_time() const {
    return std::max(now_, static_cast<Time>(std::llround(simgrid_->now_s() * picoseconds_per_second)));
}

void EventLoop::guard(const std::function<void()>& work) {
    if (!driver_) return work();
    try {
        work();
    } catch (...) {
        if (!driver_->failure) driver_->failure = std::current_exception();
    }
}

}  // namespace rmasim::sim
