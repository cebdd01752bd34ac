#include "protocol/synccount/routines/counter_value.h"

namespace rmasim::synccount {

namespace {

bool may_be_negative(const EngineState& engine) { return engine.config.start == StartKind::add; }

// True if the counter's value completes its request (SC-OBJ-2): 0, and also a negative value if signals may arrive
// early.
bool is_satisfied(const EngineState& engine, const Counter& counter) {
    return counter.value == 0 || (counter.value < 0 && may_be_negative(engine));
}

void complete_if_satisfied(EngineState& engine, Counter& counter, SyncRequest& request, RequestId id) {
    if (request.state != SyncRequest::State::active || !is_satisfied(engine, counter)) return;
    request.state = SyncRequest::State::complete;
    engine.world.observer.request_stepped(engine.rank, id, RequestStep::complete, counter.window, no_rank,
                                          counter.number);
}

// Returns the number of signals that have arrived since the counter was set and belong to no reported completion.
std::int64_t unseen_signals(const Counter& counter) { return (counter.finished ? 0 : counter.count) - counter.value; }

// Sets the counter to `count`. With setting `add`, adds `count` to the counter instead: early signals are kept.
void set(EngineState& engine, Counter& counter, std::int64_t count, CounterStep step, const char* by) {
    const std::int64_t from = counter.value;
    const std::int64_t lost = may_be_negative(engine) ? 0 : unseen_signals(counter);
    Window& window = engine.windows[counter.window];
    if (lost > 0) {
        window.use.lost += static_cast<std::uint64_t>(lost);
        counter.lost += static_cast<std::uint64_t>(lost);
        counter.lost_by = by;
        counter.lost_from = from;
    }
    counter.count = count;
    counter.value = (may_be_negative(engine) ? from : 0) + count;
    counter.finished = false;
    report_change(engine, counter, step, from, lost);
}

// Executes START, which the program called or `restart` caused.
void begin_round(EngineState& engine, Counter& counter, SyncRequest& request, RequestId id, CounterStep step,
                 const char* by) {
    request.state = SyncRequest::State::active;
    const bool sets = engine.config.start == StartKind::reset || counter.finished;
    if (sets) {
        ++engine.windows[counter.window].use.resets;
        set(engine, counter, request.count, step, by);
    }
    complete_if_satisfied(engine, counter, request, id);
}

void note_negative(EngineState& engine, Counter& counter) {
    if (counter.value >= 0 || may_be_negative(engine)) return;
    ++engine.windows[counter.window].use.negative;
    if (engine.config.negative == Negative::error) counter.negative = true;
}

void note_signal(Counter& counter, Rank by) {
    counter.many = counter.many || (counter.lowered > 0 && counter.last != by);
    counter.last = by;
    ++counter.lowered;
}

}  // namespace

void report_change(EngineState& engine, const Counter& counter, CounterStep step, std::int64_t from, std::int64_t lost,
                   Rank by) {
    engine.world.observer.counter_changed({engine.rank, counter.window, counter.number, counter.generation, step, from,
                                           counter.value, counter.count, lost, by, engine.counters.slot_of(counter)});
}

void lower(EngineState& engine, WindowId window, CounterName name, Rank by) {
    Counter* const counter = engine.counters.find(name.slot, name.generation);
    if (counter == nullptr) {
        // No counter changes, but the signal is reported as lost.
        engine.world.observer.counter_changed(
            {engine.rank, window, none, name.generation, CounterStep::freed, 0, 0, 0, 0, by, name.slot});
        return note_error(engine, "a signal of rank " + std::to_string(by) + " came for " + text_of(name, engine.rank) +
                                      ", which was freed");
    }
    if (counter->window != window) {
        return note_error(engine, "a signal of rank " + std::to_string(by) + " on window " + std::to_string(window) +
                                      " came for " + text_of(*counter, engine.rank) + ", which belongs to window " +
                                      std::to_string(counter->window));
    }
    const std::int64_t from = counter->value--;
    note_signal(*counter, by);
    CounterUse& use = engine.windows[window].use;
    ++use.applied;
    use.lowest = std::min(use.lowest, counter->value);
    report_change(engine, *counter, CounterStep::lowered, from, 0, by);
    note_negative(engine, *counter);
    if (counter->object == none) return;
    SyncRequest& request = engine.requests[counter->object];
    request.idle = false;
    complete_if_satisfied(engine, *counter, request, SyncRequests::id_of(counter->object));
}

void init(EngineState& engine, Counter& counter, std::int64_t count) {
    set(engine, counter, count, CounterStep::init, "win_sync_object_init");
}

void start(EngineState& engine, Counter& counter, SyncRequest& request, RequestId id) {
    engine.world.observer.request_stepped(engine.rank, id, RequestStep::started, counter.window, no_rank,
                                          counter.number);
    begin_round(engine, counter, request, id, CounterStep::start, "start");
}

void restart(EngineState& engine, Counter& counter, SyncRequest& request, RequestId id) {
    engine.world.observer.request_stepped(engine.rank, id, RequestStep::restarted, counter.window, no_rank,
                                          counter.number);
    request.idle = true;
    begin_round(engine, counter, request, id, CounterStep::restart, "restart");
}

void require_not_negative(const EngineState& engine, Call call, const Counter& counter) {
    if (!counter.negative) return;
    throw ErroneousProgram(call, "MPI_ERR_WIN_COUNTER: " + text_of(counter, engine.rank) + " was lowered to " +
                                     std::to_string(counter.value) + ", last by rank " + std::to_string(counter.last));
}

}  // namespace rmasim::synccount
