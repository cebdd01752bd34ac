#include "sim/engine/event_loop.h"

#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u/Engine.hpp>

#include <algorithm>
#include <cmath>

namespace rmasim::sim {

namespace {

using simgrid::kernel::timer::Timer;
using SimgridEngine = simgrid::s4u::Engine;

constexpr double picoseconds_per_second = 1e12;

double to_seconds(Time time) { return static_cast<double>(time) / picoseconds_per_second; }

// A timer and run(), not run_until(): that one stops up to 10 microseconds early in SimGrid 3.32.
void advance_simgrid_clock(Time time) {
    if (!SimgridEngine::has_instance()) return;
    Timer::set(SimgridEngine::get_clock() + to_seconds(time), [] {});
    SimgridEngine::get_instance()->run();
}

}  // namespace

struct EventLoop::SimgridDriver {
    // SimGrid's clock when the loop began; not 0 if an earlier engine lived in this process.
    double epoch_s = SimgridEngine::get_clock();
    EventHandler* handler = nullptr;  // while running
    Timer* timer = nullptr;           // for the earliest event, if any
    Time timer_time = 0;
    bool handling = false;  // events are being handled: the timer is armed once, after them
    std::exception_ptr failure;
};

EventLoop::EventLoop(Clock clock) {
    if (clock == Clock::simgrid) driver_ = std::make_unique<SimgridDriver>();
}

EventLoop::~EventLoop() = default;

void EventLoop::run(EventHandler& handler) {
    if (driver_) {
        run_on_simgrid_clock(handler);
    } else {
        run_on_own_clock(handler);
    }
}

void EventLoop::run_on_own_clock(EventHandler& handler) {
    const Time start = now_;
    const bool looks_ahead = handler.looks_ahead();
    while (!queue_.empty()) {
        if (looks_ahead) look_ahead(handler);
        now_ = queue_.next_time();
        handler.handle(queue_.pop(), now_);
    }
    advance_simgrid_clock(now_ - start);
}

void EventLoop::look_ahead(const EventHandler& handler) const {
    constexpr std::size_t farthest = 16;
    if (const Event* const far = queue_.ahead(farthest)) __builtin_prefetch(far);
    for (const EventHandler::Distance distance : EventHandler::distances) {
        if (const Event* const event = queue_.ahead(static_cast<std::size_t>(distance))) {
            handler.approaching(*event, distance);
        }
    }
}

void EventLoop::run_on_simgrid_clock(EventHandler& handler) {
    driver_->handler = &handler;
    arm();
    SimgridEngine::get_instance()->run();
    driver_->handler = nullptr;
    if (driver_->failure) std::rethrow_exception(driver_->failure);
}

// Makes the timer stand for the earliest event. After a failure none is armed, so that SimGrid runs dry and returns.
void EventLoop::arm() {
    SimgridDriver& driver = *driver_;
    if (driver.handler == nullptr || driver.handling || driver.failure || queue_.empty()) return;
    const Time earliest = queue_.next_time();
    if (driver.timer != nullptr) {
        if (driver.timer_time <= earliest) return;
        driver.timer->remove();
    }
    // Rounding must not put the timer before SimGrid's clock: SimGrid aborts on that.
    const double date = std::max(driver.epoch_s + to_seconds(earliest), SimgridEngine::get_clock());
    driver.timer_time = earliest;
    driver.timer = Timer::set(date, [this] { timer_fired(); });
}

void EventLoop::timer_fired() {
    SimgridDriver& driver = *driver_;
    driver.timer = nullptr;
    if (driver.failure) return;
    driver.handling = true;
    guard([this, &driver] {
        while (!queue_.empty() && queue_.next_time() <= driver.timer_time) {
            now_ = std::max(now_, queue_.next_time());
            driver.handler->handle(queue_.pop(), now_);
        }
    });
    driver.handling = false;
    arm();
}

Time EventLoop::simgrid_time() const {
    const double elapsed_s = SimgridEngine::get_clock() - driver_->epoch_s;
    return std::max(now_, static_cast<Time>(std::llround(elapsed_s * picoseconds_per_second)));
}

void EventLoop::guard(const std::function<void()>& work) {
    try {
        work();
    } catch (...) {
        if (!driver_->failure) driver_->failure = std::current_exception();
    }
}

}  // namespace rmasim::sim
