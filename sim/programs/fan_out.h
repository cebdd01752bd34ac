// Reports each event to several watchers, its sinks. The types of the sinks are template arguments and final classes,
// so the call of a handler is not virtual, and a handler that a sink does not override costs nothing (decision 0105).
#pragma once

#include "sim/programs/watcher.h"

#include <tuple>
#include <type_traits>

namespace rmasim::sim {

template <class... Sinks>
class FanOut final : public Watcher {
    static_assert((std::is_base_of_v<Watcher, Sinks> && ...), "a sink overrides handlers of Watcher");
    static_assert((std::is_final_v<Sinks> && ...), "only the handlers of a final class are called directly");

public:
    // Each sink receives an event after the sinks before it. A sink may be null. The sinks must outlive this object.
    explicit FanOut(Sinks*... sinks) : sinks_(sinks...) {}

#define RMASIM_EVENT(name, parameters, arguments)           \
    void name parameters override {                         \
        for_each([&](auto& sink) { sink.name arguments; }); \
    }
#include "protocol/base/events.inc"
#define RMASIM_EVENT(name, parameters, arguments)           \
    void name parameters override {                         \
        for_each([&](auto& sink) { sink.name arguments; }); \
    }
#include "sim/programs/events.inc"
#define RMASIM_EVENT(name, parameters, arguments)           \
    void name parameters override {                         \
        for_each([&](auto& sink) { sink.name arguments; }); \
    }
#include "sim/programs/timed_events.inc"

private:
    template <class Visit>
    [[gnu::always_inline]] void for_each(Visit visit) {
        std::apply([&](Sinks*... sinks) { (visit_unless_null(sinks, visit), ...); }, sinks_);
    }
    template <class Sink, class Visit>
    [[gnu::always_inline]] static void visit_unless_null(Sink* sink, Visit& visit) {
        if (sink != nullptr) visit(*sink);
    }

    std::tuple<Sinks*...> sinks_;
};

}  // namespace rmasim::sim
