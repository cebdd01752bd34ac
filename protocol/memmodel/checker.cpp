#include "protocol/memmodel/checker.h"

#include "protocol/base/call_table.h"
#include "protocol/base/types.h"

#include <utility>

namespace rmasim::memmodel {

namespace {

std::vector<Rank> ranks_of(const std::vector<std::uint32_t>& threads) {
    std::vector<Rank> ranks;
    for (std::size_t rank = 0; rank < threads.size(); ++rank) {
        ranks.insert(ranks.end(), threads[rank], static_cast<Rank>(rank));
    }
    return ranks;
}

// True for calls that access nothing and order nothing (MM-NULL-1).
bool is_for_nobody(const CallRequest& call) {
    const CallDescription& described = description_of(call.call);
    const CallClass kind = described.kind;
    if (described.has(Argument::matched)) return call.more && call.more->handle == message_no_proc;
    return (kind == CallClass::operation && call.operation.target == proc_null) ||
           ((kind == CallClass::message || kind == CallClass::probe) && call.message.peer == proc_null);
}

}  // namespace

Checker::Checker(Setup setup)
    : setup_(std::move(setup)), findings_(setup_.max_findings), notes_(setup_.max_findings),
      shadow_(setup_.model, ranks_of(setup_.threads), setup_.threads_may_start, findings_, setup_.clean_up_at,
              setup_.of_programs, setup_.notes ? &notes_ : nullptr),
      threads_(setup_), windows_(setup_.threads.size(), setup_.communicators), order_(setup_, threads_, shadow_),
      visibility_(setup_, threads_, windows_, shadow_), accesses_(setup_, threads_, order_, windows_, shadow_),
      results_(setup_, threads_, order_, windows_, visibility_),
      epochs_(setup_, threads_, order_, windows_, visibility_, accesses_, results_), messages_(threads_, accesses_),
      counters_(setup_, threads_, visibility_, accesses_, shadow_),
      collectives_(setup_, threads_, windows_, visibility_, accesses_),
      requests_(order_, results_, messages_, collectives_, counters_) {}

void Checker::freed(Rank rank, WindowId window) {
    visibility_.freed(rank, window);
    results_.freed(rank, window);
}

void Checker::began(const Origin& origin, const CallRequest& call, const Buffers& buffers, const CallAnswer* answer) {
    ThreadState& thread = threads_.state(origin);
    accesses_.forget_buffers_used();
    thread.began = origin;
    thread.call = is_for_nobody(call) ? Call::none : call.call;
    thread.window = call.window;
    thread.target = call.target;
    thread.asserts = call.asserts;
    thread.lock_type = call.lock_type;
    thread.answer = answer;
    thread.inside = true;
    thread.requests.clear();  // later requests may have the same numbers
    switch (description_of(thread.call).kind) {
        case CallClass::none:
        case CallClass::persistent:
        case CallClass::probe:
        case CallClass::buffering: return;
        case CallClass::operation:
            if (!epochs_.operation(origin, thread, call, buffers)) counters_.operation(origin, thread, call, buffers);
            return;
        case CallClass::barrier: return collectives_.begin_barrier(origin.rank, thread, call.comm);
        case CallClass::request: return requests_.begin(origin.rank, thread, call.requests);
        case CallClass::attaches: return accesses_.attach_or_detach(origin, thread, buffers.result);
        case CallClass::changes_group: return collectives_.begin_change(origin.rank, thread, call);
        case CallClass::sync: {
            const Moment now = thread.clock.point();
            visibility_.synchronise_public(origin.rank, call.window, now);
            visibility_.synchronise_private(origin.rank, call.window, now);
            return results_.release_at_sync(origin.rank, thread, now);
        }
        case CallClass::message: return messages_.begin(origin, thread, call, buffers);
        case CallClass::collective: return collectives_.begin(origin, thread, call, buffers);
        case CallClass::creates_window:
        case CallClass::frees_window: return collectives_.begin_life(origin.rank, thread);
        default: return epochs_.begin(origin.rank, thread, call.group);
    }
}

void Checker::returned(const Origin& origin, const CallAnswer& answer) {
    ThreadState& thread = threads_.state(origin);
    thread.inside = false;
    switch (description_of(thread.call).kind) {
        case CallClass::operation:
            if (thread.made.buffers != nullptr) requests_.made(origin.rank, answer.request, thread);
            return;
        case CallClass::barrier:
            if (has_request(thread.call)) return requests_.made(origin.rank, answer.request, thread);
            return collectives_.end_barrier(origin.rank, thread);
        case CallClass::request: return requests_.end(origin.rank, thread, answer);
        case CallClass::changes_group: return collectives_.end_change(origin.rank, thread);
        case CallClass::sync: return results_.acquire_at_sync(origin.rank, thread);
        case CallClass::message: return message_returned(origin, thread, answer);
        case CallClass::probe: return probe_returned(origin, thread, answer);
        case CallClass::persistent:
        case CallClass::buffering: return;
        case CallClass::collective:
            if (has_request(thread.call)) return requests_.made(origin.rank, answer.request, thread);
            return collectives_.end(origin, thread);
        case CallClass::creates_window:
        case CallClass::frees_window: return collectives_.end_life(origin.rank, thread);
        default: return epochs_.end(origin.rank, thread, answer.done);
    }
}

void Checker::started(Rank rank, RequestId request, const CallRequest& call, const Buffers& buffers,
                      std::uint32_t receive) {
    if (is_for_nobody(call)) return;
    ThreadState& thread = counters_.inside(rank, request);
    const Call by = std::exchange(thread.call, call.call);
    if (description_of(call.call).kind == CallClass::message) {
        messages_.begin(thread.began, thread, call, buffers);
        if (receives_message(call.call)) {
            messages_.posted(rank, thread, receive);
            thread.made.receive = receive;
        }
    } else {
        collectives_.begin(thread.began, thread, call, buffers);
    }
    requests_.made(rank, request, thread);
    thread.call = by;
}

void Checker::message_returned(const Origin& origin, ThreadState& thread, const CallAnswer& answer) {
    const auto receive = static_cast<std::uint32_t>(answer.index);
    const bool receives = receives_message(thread.call);
    if (!has_request(thread.call)) {
        if (receives) messages_.end_recv(origin, thread, receive);
        if (thread.call == Call::ssend) messages_.end_synchronous(thread, *thread.receipt);
        return;
    }
    if (receives) {
        messages_.posted(origin.rank, thread, receive);
        thread.made.receive = receive;
    }
    requests_.made(origin.rank, answer.request, thread);
}

void Checker::probe_returned(const Origin& origin, ThreadState& thread, const CallAnswer& answer) {
    if (!answer.lists || answer.lists->statuses.empty()) return;
    const auto receive = static_cast<std::uint32_t>(answer.index);
    const bool takes = thread.call == Call::mprobe || thread.call == Call::improbe;
    if (takes) messages_.end_matched_probe(origin.rank, thread, receive, answer.request);
    else messages_.end_probe(origin.rank, thread, answer.lists->statuses.front());
}

}  // namespace rmasim::memmodel
