// The edges of messages (SPEC.md, MM-EDGE-2), and the effects of the end of a request (MM-END-2).
#include "protocol/memmodel/thread_state.h"

#include <utility>

namespace rmasim::memmodel {

// ISEND and IRECV use their buffers until their request is complete.
void Checker::begin_message(const Origin& origin, ThreadState& thread, const Buffers& buffers) {
    const Message& message = thread.message;
    const bool sends = thread.call == Call::send || thread.call == Call::isend;
    const Rank from = sends ? origin.rank : message.peer, to = sends ? message.peer : origin.rank;
    const Route route{from, to, message.tag, message.comm};
    Mail& mail = messages_[route];
    if (thread.call == Call::send) load(origin, origin.rank, buffers.source.memory, buffers.source.bytes);
    if (thread.call == Call::recv) thread.receive = {route, mail.receives++};
    if (thread.call == Call::isend || thread.call == Call::irecv) {
        thread.made.buffers = make_ref<Span>();
        if (!sends) thread.made.receive = Receive{route, mail.receives++};
        buffer_side(origin, thread, buffers.source, AccessKind::load, thread.call, thread.made.buffers);
        buffer_side(origin, thread, buffers.result, AccessKind::store, thread.call, thread.made.buffers);
        if (setup_.predicts) need(thread, std::exchange(read_by_buffers_, {}));
    }
    if (sends) mail.sent.emplace(mail.sends++, thread.clock.point());
}

void Checker::take(ThreadState& thread, const Receive& receive) {
    Mail& mail = messages_[receive.route];
    const auto message = mail.sent.find(receive.number);
    if (message == mail.sent.end()) return;
    thread.clock.join(message->second);
    mail.sent.erase(message);
    ++joins_;
}

void Checker::return_recv(const Origin& origin, ThreadState& thread) {
    take(thread, thread.receive);
    store(origin, origin.rank, thread.result.memory, thread.result.bytes);
}

Moment Checker::moment(const Origin& origin) { return state(origin).clock.point(); }

void Checker::acquires_clock(const Origin& origin, const Moment& moment) {
    state(origin).clock.join(moment);
    ++joins_;
}

void Checker::acquires_clock(const Origin& origin, const Knowledge& known) {
    state(origin).clock.join(known);
    ++joins_;
}

// WAITANY and TESTANY complete one request of the list, WAITSOME and TESTSOME some. TEST and TESTALL complete all or
// none.
std::vector<Checker::Requested> Checker::completed_requests(Rank rank, const ThreadState& thread,
                                                            const CallAnswer& answer) {
    const bool tests = thread.call == Call::request_test || thread.call == Call::request_testall;
    if (tests && !answer.done) return {};
    std::vector<RequestId> completed = thread.requests;
    const bool one = thread.call == Call::request_waitany || thread.call == Call::request_testany;
    const bool some = thread.call == Call::request_waitsome || thread.call == Call::request_testsome;
    if (one || some) {
        completed.clear();
        if (one && answer.index >= 0) completed = {thread.requests[static_cast<std::size_t>(answer.index)]};
        if (some && answer.indices) {
            for (const std::int32_t index : *answer.indices) {
                completed.push_back(thread.requests[static_cast<std::size_t>(index)]);
            }
        }
    }
    std::vector<Requested> ended;
    for (const RequestId id : completed) {
        const auto found = requests_.find({rank, id});
        if (found == requests_.end()) continue;
        ended.push_back(std::move(found->second));
        requests_.erase(found);
    }
    return ended;
}

void Checker::return_request(Rank rank, ThreadState& thread, const CallAnswer& answer) {
    const std::vector<Requested> ended = completed_requests(rank, thread, answer);
    for (const Requested& one : ended) {
        if (one.receive) take(thread, *one.receive);
        if (one.granted != nullptr) acquire_clock_of(*one.granted, thread);
        if (one.found != nullptr) acquire_clock(thread, *one.found);
        if (one.needed != nullptr) need(thread, *one.needed);
    }
    for (const Reported& one : thread.reported) {
        if (one.known.empty()) continue;
        thread.clock.join(one.known.known());
        ++joins_;
    }
    if (ended.empty() && thread.reported.empty()) return;
    const Moment now = thread.clock.point();
    for (const Requested& one : ended) {
        one.buffers->over_at(now, thread.call);
        if (one.reads != nullptr) one.reads->over_at(now, thread.call);
    }
    end_reported(rank, thread, now);
}

}  // namespace rmasim::memmodel
