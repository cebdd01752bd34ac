// The event loop: virtual time, pending events, and which clock drives the run.
//
// With `Clock::own` the loop pops events until none is left. At the end it advances SimGrid's clock, if SimGrid is
// loaded, to the same time.
// With `Clock::simgrid` SimGrid's clock drives the run: one alarm is set for the earliest event. Between alarms SimGrid
// completes its communications, whose callbacks schedule further events.
// With Clock::own events may also be played by node (node_queue.h): each node has the same events in the same order.
// With `follow`, in place of run(), others run SimGrid's engine: the loop sets the same alarm and is called back.
#pragma once

#include "sim/machine/engine/block_pool.h"
#include "sim/machine/engine/event.h"
#include "sim/machine/engine/event_queue.h"
#include "sim/machine/engine/node_queue.h"
#include "sim/machine/engine/simgrid_clock.h"
#include "sim/machine/engine/time.h"

#include <exception>
#include <functional>
#include <memory>

namespace rmasim::sim {

enum class Clock : std::uint8_t { own, simgrid };

class EventHandler {
public:
    virtual ~EventHandler() = default;
    // `now` is the event's time and the loop's. May schedule further events; may throw, which ends the run.
    virtual void handle(Event event, Time now) = 0;

    // Whether the loop should call `prefetch_events`. Clock::own only.
    virtual bool prefetches_events() const { return false; }
    // Before each event: a chance to prefetch the memory of those that come soon, which `queue` tells. Must have no
    // other effect, since not every event is announced.
    virtual void prefetch_events(const EventQueue<Event>& /*queue*/) const {}
    // The same where events are played by node, before each node.
    virtual void prefetch_nodes(const NodeQueue& /*queue*/) const {}
};

class EventLoop {
public:
    // `simgrid` (null: not loaded) outlives the loop. Raises std::logic_error for Clock::simgrid with null.
    explicit EventLoop(Clock clock, SimgridClock* simgrid = nullptr);
    ~EventLoop();
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    // Before anything is scheduled; Clock::own without SimGrid only. The order of events in time is then that of each
    // node only, and so are now() and the times that a handler sees. With `order.others`, run() returns when no process
    // has an event left.
    void run_by_node_slices(NodePartition order);

    Clock clock() const { return driver_ ? Clock::simgrid : Clock::own; }
    Time now() const { return now_; }
    std::size_t pending() const { return by_node_ ? by_node_->size() : queue_.size(); }

    // Events of one time run in the order of tie.h. `time` is not before now(). The event has no packet.
    void schedule(Time time, Event event) {
        require_not_past(time);
        if (unjournaled_ != nullptr) return unjournaled_->push(time, event);
        if (journal_ != nullptr) return journal_and_push(time, event);
        queue_.push(time, event, tie_break_key(event));
        if (driver_) arm();
    }
    // An event of a kind with a packet. The loop keeps a copy until the event is handled.
    void schedule(Time time, EventKind kind, const Packet& packet) {
        require_not_past(time);
        if (unjournaled_ != nullptr) return unjournaled_->push(time, kind, packet);
        if (journal_ != nullptr) return journal_and_push(time, kind, packet);
        Packet* const place = packets_.take();
        *place = packet;
        queue_.push(time, Event::of_packet(kind, place), tie_break_key(kind, packet));
        if (driver_) arm();
    }

    // Schedules the packet of the event being handled again, as an event of another kind: this saves copying it. At
    // most once per handled event.
    void reschedule_current(Time time, EventKind kind) {
        require_not_past(time);
        if (unjournaled_ != nullptr) return unjournaled_->push_again(time, kind, current_packet_);
        if (journal_ != nullptr) return journal_and_push(time, kind, *current_packet_);
        queue_.push(time, Event::of_packet(kind, current_packet_), tie_break_key(kind, *current_packet_));
        current_packet_ = nullptr;
    }

    // Returns when no event is left and SimGrid is idle. Rethrows what a handler throws; the loop cannot run again
    // after that, and its pending events are dropped when it is destroyed.
    void run(EventHandler& handler);

    // For a loop that has not begun: `clock` drives it from now on, and whoever runs SimGrid's engine need not know it.
    // `handler` and `clock` outlive the loop. `failed` is called once, by SimGrid, when a handler has thrown: no event
    // is handled any more, and `rethrow_failure` has the exception.
    void follow(SimgridClock& clock, EventHandler& handler, std::function<void()> failed);
    void rethrow_failure() const;
    bool has_failed() const;

    // The time on SimGrid's clock, rounded once to picoseconds, never before now(). Clock::simgrid, and after follow().
    Time simgrid_time() const;
    // Runs the body of a callback from SimGrid, through which no exception may pass: an exception ends the run and is
    // rethrown by run(). Clock::simgrid, and after follow().
    void guard(const std::function<void()>& work);

private:
    struct SimgridDriver;

    void require_not_past(Time time) const {
        if (time < now_) [[unlikely]]
            raise_past();
    }
    [[noreturn]] static void raise_past();
    void journal_and_push(Time time, Event event);
    void journal_and_push(Time time, EventKind kind, const Packet& packet);
    void run_on_own_clock(EventHandler& handler);
    void run_by_node(EventHandler& handler);
    void run_with_others(EventHandler& handler);
    void handle_next(EventHandler& handler);
    void handle_next(NodeQueue& queue, EventHandler& handler);
    void run_on_simgrid_clock(EventHandler& handler);
    void arm();
    void alarm_rang();

    EventQueue<Event> queue_;
    std::unique_ptr<NodeQueue> by_node_;  // in place of `queue_`; null: in time
    NodeQueue* unjournaled_ = nullptr;         // the same, if nobody is told of events
    bool with_others_ = false;            // processes that play nodes, too
    EventJournal* journal_ = nullptr;     // theirs and this one's events go there; null: they are not told
    Time now_ = 0;
    const Packet* current_packet_ = nullptr;  // that of the event being handled; null once reschedule_current has taken it
    BlockPool<Packet, Event::packet_alignment> packets_;
    SimgridClock* simgrid_;
    std::unique_ptr<SimgridDriver> driver_;
};

}  // namespace rmasim::sim
