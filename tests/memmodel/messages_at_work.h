// The messages of an execution: which receive matches which message, and when.
#pragma once

#include "protocol/base/call_table.h"
#include "tests/memmodel/program.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

namespace rmasim::memmodel_test {

inline bool is_message(const Step& step) {
    const CallClass kind = description_of(step.call.call).kind;
    return step.kind == Step::Kind::call && (kind == CallClass::message || kind == CallClass::probe);
}

// Receives match messages of their route in order. A synchronous send may return when the call that receives its
// message has begun.
class MessagesAtWork {
public:
    bool may_return(Rank rank, std::uint32_t thread, const Step& step) {
        const At at{rank, thread, &step};
        switch (step.call.call) {
            case Call::recv: return matched_.contains(at);
            case Call::ssend: return received_.contains(at);
            default: return !sent_[route(rank, step)].empty();
        }
    }
    // True unless the step of the thread is an IRECV without a message.
    bool may_complete(Rank rank, std::uint32_t thread, std::uint32_t location) const {
        return !open_.contains({rank, thread, location});
    }
    // Sets the number of the receive, and adds the match of MPROBE.
    void before(Event& event, Events& events) {
        const At at = at_of(event);
        const Call call = event.step->call.call;
        if (event.kind == Event::Kind::began) {
            if (call == Call::recv || call == Call::irecv) numbers_[at] = next_number_++;
        } else if (call == Call::mprobe) {
            numbers_[at] = next_number_++;
            match(event, route(event.rank, *event.step), events);
        }
        if (const auto number = numbers_.find(at); number != numbers_.end()) event.index = number->second;
    }
    // Adds the match of the call that has begun.
    void after(const Event& event, Events& events) {
        if (event.kind != Event::Kind::began) return;
        const Call call = event.step->call.call;
        const Route on = route(event.rank, *event.step);
        if (call == Call::mrecv) {
            const auto held = held_.find({event.rank, event.thread, event.step->flag});
            received_.insert(held->second);
        } else if (call == Call::recv || call == Call::irecv) {
            if (call == Call::irecv) open_.insert({event.rank, event.thread, event.location});
            if (sent_[on].empty()) posted_[on].push_back(event);
            else match(event, on, events);
        } else if (sends_message(call)) {
            sent_[on].push_back(at_of(event));
            if (posted_[on].empty()) return;
            match(posted_[on].front(), on, events);
            posted_[on].pop_front();
        }
    }

private:
    using Route = std::tuple<Rank, Rank, std::uint32_t>;  // source, target, tag
    using At = std::tuple<Rank, std::uint32_t, const Step*>;

    static At at_of(const Event& event) { return {event.rank, event.thread, event.step}; }
    static Route route(Rank rank, const Step& step) {
        const Message& message = step.call.message;
        return sends_message(step.call.call) ? Route{rank, message.peer, message.tag}
                                             : Route{message.peer, rank, message.tag};
    }
    void match(const Event& receive, const Route& on, Events& events) {
        const At message = sent_[on].front();
        sent_[on].pop_front();
        const At at = at_of(receive);
        Event matched = receive;
        matched.kind = Event::Kind::matched;
        matched.index = numbers_.at(at);
        events.push_back(matched);
        open_.erase({receive.rank, receive.thread, receive.location});
        if (receive.step->call.call == Call::mprobe) {
            held_[{receive.rank, receive.thread, receive.location}] = message;
            return;
        }
        matched_.insert(at);
        received_.insert(message);
    }

    std::map<Route, std::deque<At>> sent_;       // the messages that no receive has matched
    std::map<Route, std::deque<Event>> posted_;  // the begins of receives that have matched no message
    std::map<At, std::int32_t> numbers_;         // of receives and MPROBEs
    std::set<At> matched_, received_;            // receives with a message; messages whose receive has begun
    std::set<std::tuple<Rank, std::uint32_t, std::uint32_t>> open_;      // IRECVs without a message
    std::map<std::tuple<Rank, std::uint32_t, std::uint32_t>, At> held_;  // by MPROBE: its message
    std::int32_t next_number_ = 0;
};

}  // namespace rmasim::memmodel_test
