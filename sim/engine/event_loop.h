// The event loop: virtual time, the events to come, and who moves the clock.
//
// With `Clock::own` the loop pops events until none is left and brings SimGrid's clock, if there is one, to the same
// time at the end.
// With `Clock::simgrid` SimGrid's clock leads: one alarm stands for the earliest event, and between alarms
// SimGrid completes its communications, whose callbacks schedule events in turn.
#pragma once

#include "sim/engine/event.h"
#include "sim/engine/event_queue.h"
#include "sim/engine/simgrid_clock.h"
#include "sim/engine/time.h"

#include <array>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>

namespace rmasim::sim {

enum class Clock : std::uint8_t { own, simgrid };

class EventHandler {
public:
    virtual ~EventHandler() = default;
    // `now` is the event's time and the loop's. May schedule further events; may throw, which ends the run.
    virtual void handle(const Event& event, Time now) = 0;

    // Whether `approaching` is worth its time. With Clock::own only.
    virtual bool looks_ahead() const { return false; }
    // The event will probably be handled soon, after about so many others: a chance to bring its memory close to the
    // processor, one thing after another. Must have no other effect: not every event is announced.
    enum class Distance : std::uint8_t { near = 4, middle = 8, far = 12 };
    static constexpr std::array<Distance, 3> distances{Distance::far, Distance::middle, Distance::near};
    virtual void approaching(const Event& /*event*/, Distance /*distance*/) const {}
};

class EventLoop {
public:
    // `simgrid` (null: not loaded) outlives the loop; Clock::simgrid needs it. Raises std::logic_error without.
    explicit EventLoop(Clock clock, SimgridClock* simgrid = nullptr);
    ~EventLoop();
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    Clock clock() const { return driver_ ? Clock::simgrid : Clock::own; }
    Time now() const { return now_; }
    std::size_t pending() const { return queue_.size(); }

    // Events of one time run in the order they were scheduled. `time` is not before now().
    void schedule(Time time, const Event& event) {
        require_not_past(time);
        queue_.push(time, event);
        if (driver_) arm();
    }

    // The event at hand happens again, as another kind of event: nothing else about it changes, and it need not be
    // written down anew. At most once while it is handled.
    void schedule_again(Time time, EventKind kind) {
        require_not_past(time);
        at_hand_->kind = kind;
        queue_.put_back(time, at_hand_);
        at_hand_ = nullptr;
    }

    // Returns when no event is left and SimGrid has nothing left to do. What a handler throws comes out of here; the
    // events still pending are then dropped when the loop is destroyed, and the loop cannot run again.
    void run(EventHandler& handler);

    // The time on SimGrid's clock, rounded once to picoseconds, never before now(). Clock::simgrid only.
    Time simgrid_time() const;
    // Runs `work`, which SimGrid called and through which no exception may pass: what it throws ends the run and
    // comes out of run(). Clock::simgrid only.
    void guard(const std::function<void()>& work);

private:
    struct SimgridDriver;

    void require_not_past(Time time) const {
        if (time < now_) [[unlikely]]
            throw std::logic_error("an event was scheduled before the current time");
    }
    void run_on_own_clock(EventHandler& handler);
    void look_ahead(const EventHandler& handler) const;
    void handle_next(EventHandler& handler);
    void run_on_simgrid_clock(EventHandler& handler);
    void arm();
    void alarm_rang();

    EventQueue<Event> queue_;
    Time now_ = 0;
    Event* at_hand_ = nullptr;  // the event that is being handled, unless it happens again
    SimgridClock* simgrid_;
    std::unique_ptr<SimgridDriver> driver_;
};

}  // namespace rmasim::sim
