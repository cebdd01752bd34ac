// The event loop: virtual time, the pending events, and the clock that drives the run.
//
// With `Clock::own` the loop handles the events in its queue until none is left. If SimGrid is loaded, the loop then
// advances SimGrid's clock to the time of the last event. The loop can also execute events node by node instead of by
// time (node_queue.h). In both cases each node executes the same events in the same order.
//
// With `Clock::simgrid` SimGrid's clock drives the run: the loop sets one alarm, for the time of its earliest event.
// Between alarms SimGrid completes communications. The callbacks of these communications schedule further events.
//
// With follow() instead of run(), the caller runs SimGrid's engine. The loop sets an alarm for the time of its earliest
// event, and SimGrid calls the loop at that time.
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
    // Executes one event. `now` is the time of the event, which is also the loop's now(). The function may schedule
    // further events. If it throws an exception, the run ends.
    virtual void handle(Event event, Time now) = 0;

    // True if the loop should call `prefetch_events` or `prefetch_nodes`. Used only with Clock::own.
    virtual bool prefetches_events() const { return false; }
    // Prefetches the memory that the next events of `queue` will access. The loop calls prefetch_events() before each
    // event, if the queue is ordered by time. The function must have no other effect, because some events are never
    // passed to it.
    virtual void prefetch_events(const EventQueue<Event>& /*queue*/) const {}
    // Prefetches the memory that the next nodes of `queue` will access. The loop calls prefetch_nodes() before each
    // node, if the queue is ordered by node.
    virtual void prefetch_nodes(const NodeQueue& /*queue*/) const {}
};

class EventLoop {
public:
    // `simgrid` must outlive the loop, and is null if SimGrid is not loaded. Raises std::logic_error if `clock` is
    // Clock::simgrid and `simgrid` is null.
    explicit EventLoop(Clock clock, SimgridClock* simgrid = nullptr);
    ~EventLoop();
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    // Makes run() execute events node by node. This function must be called before any event is scheduled, and only
    // with Clock::own without SimGrid. During such a run, now() increases while events of one node in one slice are
    // executed, but may decrease at the next node. With `order.others`, run() returns when no process has an event
    // left.
    void run_by_node_slices(NodePartition order);

    Clock clock() const { return driver_ ? Clock::simgrid : Clock::own; }
    Time now() const { return now_; }
    std::size_t pending() const { return by_node_ ? by_node_->size() : queue_.size(); }

    // Schedules an event without a packet. `time` must not be before now(). tie.h defines the order of events of the
    // same time.
    void schedule(Time time, Event event) {
        require_not_past(time);
        if (unjournaled_ != nullptr) return unjournaled_->push(time, event);
        if (journal_ != nullptr) return journal_and_push(time, event);
        queue_.push(time, event, tie_break_key(event));
        if (driver_) arm();
    }
    // Schedules an event with a packet. The loop stores a copy of the packet until the event is handled.
    void schedule(Time time, EventKind kind, const Packet& packet) {
        require_not_past(time);
        if (unjournaled_ != nullptr) return unjournaled_->push(time, kind, packet);
        if (journal_ != nullptr) return journal_and_push(time, kind, packet);
        Packet* const stored = packets_.take();
        *stored = packet;
        queue_.push(time, Event::of_packet(kind, stored), tie_break_key(kind, packet));
        if (driver_) arm();
    }

    // Schedules the packet of the current event again, as an event of another kind. This function does not copy the
    // packet, and must be called at most once for each handled event.
    void reschedule_current(Time time, EventKind kind) {
        require_not_past(time);
        if (unjournaled_ != nullptr) return unjournaled_->push_again(time, kind, current_packet_);
        if (journal_ != nullptr) return journal_and_push(time, kind, *current_packet_);
        queue_.push(time, Event::of_packet(kind, current_packet_), tie_break_key(kind, *current_packet_));
        current_packet_ = nullptr;
    }

    // Makes run() call `look` after every few hundred events or nodes. An exception of `look` ends run().
    void look_between_events(std::function<void()> look);

    // Handles events until no event is left and SimGrid is idle. Rethrows an exception of the handler. After an
    // exception the loop cannot run again, and its destructor drops the pending events.
    void run(EventHandler& handler);

    // Makes SimGrid's clock `clock` drive this loop. The caller then runs SimGrid's engine. Precondition: run() was not
    // called. `handler` and `clock` must outlive the loop. After an exception of the handler, the loop handles no more
    // events, SimGrid calls `failed` once, and rethrow_failure() rethrows the exception.
    void follow(SimgridClock& clock, EventHandler& handler, std::function<void()> failed);
    void rethrow_failure() const;
    bool has_failed() const;

    // Returns the time of SimGrid's clock, rounded to picoseconds. If rounding gives an earlier time than now(),
    // returns now(). Precondition: Clock::simgrid, or follow() was called.
    Time simgrid_time() const;
    // Executes `work`, the body of a function that SimGrid calls. An exception must not reach SimGrid. So guard()
    // catches an exception of `work` and ends the run. Later, run() or rethrow_failure() rethrows the exception.
    // Without SimGrid's clock, the exception reaches the caller.
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
    void look_if_due() {
        if (--until_look_ == 0) [[unlikely]]
            look_now();
    }
    void look_now();
    void handle_next(EventHandler& handler);
    void handle_next(NodeQueue& queue, EventHandler& handler);
    void run_on_simgrid_clock(EventHandler& handler);
    void arm();
    void alarm_rang();

    EventQueue<Event> queue_;
    std::unique_ptr<NodeQueue> by_node_;  // used instead of `queue_`; null: events are ordered by time
    NodeQueue* unjournaled_ = nullptr;    // equal to `by_node_` without a journal, null with a journal
    bool with_others_ = false;            // true if other processes simulate some of the nodes
    EventJournal* journal_ = nullptr;     // receives all events of `by_node_`; null: no journal
    Time now_ = 0;
    std::function<void()> look_;              // empty, or what look_between_events() received
    std::uint64_t until_look_ = 0;            // the number of events until the next call of `look_`; 0 without `look_`
    const Packet* current_packet_ = nullptr;  // the packet of the event being handled; null after reschedule_current()
    BlockPool<Packet, Event::packet_alignment> packets_;
    SimgridClock* simgrid_;
    std::unique_ptr<SimgridDriver> driver_;
};

}  // namespace rmasim::sim
