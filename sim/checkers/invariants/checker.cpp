#include "sim/checkers/invariants/checker.h"

#include "protocol/base/call_table.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim::check {

Checker::Checker(const Scenario& scenario) : Checker(context_of(scenario)) {}

Checker::Checker(CheckerContext context)
    : context_(std::move(context)), rules_(context_.rules()), pairs_(context_.ranks, context_.window_count()),
      epochs_(context_, pairs_, findings_), operations_(context_, pairs_, epochs_, findings_),
      locks_(context_, pairs_, epochs_, findings_), signals_(context_, operations_, findings_),
      elements_(context_, findings_), lifetimes_(context_, findings_), reach_(context_, findings_),
      calls_(static_cast<std::size_t>(context_.ranks)) {}

void Checker::follow(const Causality* causality) {
    epochs_.follow(causality);
    operations_.follow(causality);
}

void Checker::window_created(WindowId number, const std::string& name, std::uint32_t nth,
                             const std::vector<Rank>& members, bool shared) {
    if (context_.windows.size() <= number) context_.windows.resize(number + std::size_t{1});
    if (context_.shared.size() <= number) context_.shared.resize(number + std::size_t{1});
    context_.windows[number] = name;
    context_.shared[number] = shared;
    pairs_.window_created(number);
    epochs_.window_created(number, members);
    locks_.window_created(number);
    elements_.window_created(number);
    lifetimes_.window_created(number, nth, members);
}

void Checker::packet_sent(const Packet& packet) {
    operations_.sent(packet);
    signals_.sent(packet);
    lifetimes_.sent(packet);
    locks_.sent(packet);
}

void Checker::packet_delivered(const Packet& packet) {
    lifetimes_.delivered(packet);
    if (context_.family->packets().is_request(packet.kind)) {
        epochs_.delivered(packet.source, packet.target, packet);
    } else if (context_.family->packets().is_reply(packet.kind)) {
        epochs_.delivered(packet.target, packet.source, packet);
    }
    locks_.delivered(packet);
}

void Checker::call_began(Rank rank, ThreadId thread, const CallRequest& call) {
    ActiveCall& mine = under_way(rank, thread);
    mine.call = call.call;
    mine.window = call.window;
    mine.target = call.target;
    mine.asserts = call.asserts;
    mine.requests = call.requests;
    mine.posted_on.clear();
    if (description_of(call.call).kind == CallClass::request && context_.family->counts_signals()) {
        for (WindowId window = 0; window < context_.window_count(); ++window) {
            mine.posted_on.push_back(epochs_.at(rank, window).posted);
        }
    }
    if (call.window < context_.window_count()) mine.posted = epochs_.at(rank, call.window).posted;
    switch (call.call) {
        case Call::fence: epochs_.fence_began(rank, call.window); break;
        case Call::post: epochs_.post_began(rank, call.window, call.group); break;
        case Call::start: epochs_.start_began(rank, call.window, call.group); break;
        case Call::complete: epochs_.complete_began(rank, call.window); break;
        case Call::lock: epochs_.lock_began(rank, call.window, call.target, call.lock_type, call.asserts); break;
        case Call::lock_all: epochs_.lock_all_began(rank, call.window, call.asserts); break;
        default: break;
    }
}

// Returns the number of operations on the window that the rank had posted when its oldest call began that has not
// returned. A completion that the core reports in the current step may belong to this call.
std::uint64_t Checker::known_operations(Rank rank, WindowId window) {
    std::uint64_t known = epochs_.at(rank, window).posted;
    for (const ActiveCall& call : calls_[static_cast<std::size_t>(rank)]) {
        if (window < call.posted_on.size()) known = std::min(known, call.posted_on[window]);
    }
    return known;
}

void Checker::call_returned(Rank rank, ThreadId thread) {
    ActiveCall& call = under_way(rank, thread);
    ++checked_.calls;
    call.posted_on.clear();
    if (context_.family->counts_signals()) {
        signals_.call_returned(rank, name_of(call.call), call.requests);
        if (call.call == Call::request_free) signals_.requests_freed(rank, call.requests);
    }
    require_promised(rank, call);
    const bool locks_own = call.call == Call::lock_all || (call.call == Call::lock && call.target == rank);
    if (locks_own && !has(call.asserts, Assert::nocheck)) {
        locks_.own_window_locked(rank, call.window, description_of(call.call).name);
    }
    close_epoch(rank, call);
}

// Checks the guarantee of a call that returns. The guarantee concerns operations that were posted before the call
// began. It does not concern operations that other threads posted during the call.
void Checker::require_promised(Rank rank, const ActiveCall& call) {
    const CallDescription& described = description_of(call.call);
    if (has(call.asserts, Assert::noprecede)) return;
    switch (rules_.guarantee_of(call.call)) {
        case Guarantee::applied:
            operations_.require_applied(rank, call.window, call.target, call.posted, described.name);
            break;
        case Guarantee::complete_at_origin:
            operations_.require_complete(rank, call.window, call.target, call.posted, described.name);
            break;
        case Guarantee::nothing: break;
    }
    if (call.call == Call::fence) {
        operations_.require_fenced(rank, call.window, epochs_.at(rank, call.window).fences_begun);
    }
    if (call.call == Call::request_wait) operations_.require_complete(rank, call.requests);
}

void Checker::close_epoch(Rank rank, const ActiveCall& call) {
    switch (call.call) {
        case Call::fence: epochs_.fence_returned(rank, call.window, call.asserts); break;
        case Call::complete: epochs_.complete_returned(rank, call.window); break;
        case Call::unlock: epochs_.unlock_returned(rank, call.window, call.target); break;
        case Call::unlock_all: epochs_.unlock_all_returned(rank, call.window); break;
        case Call::win_free: window_freed(rank, call.window); break;
        default: break;
    }
}

// WIN_FREE has returned at the rank. The next lifetime of the window begins without an open epoch.
void Checker::window_freed(Rank rank, WindowId window) {
    epochs_.at(rank, window).mode = Mode::none;
    locks_.window_freed(rank, window);
    lifetimes_.freed(rank, window);
}

void Checker::world_ended(std::uint64_t payloads_in_flight) {
    operations_.ended();
    signals_.ended();
    locks_.ended();
    if (payloads_in_flight == 0) return;
    findings_.add(Invariant::elements_conserved, "{} payloads were not released before the end of the run",
                  payloads_in_flight);
}

void Checker::reset() {
    findings_.clear();
    checked_ = {};
    for (std::vector<ActiveCall>& of_rank : calls_) of_rank.clear();
    pairs_.reset();
    epochs_.reset();
    operations_.reset();
    signals_.reset();
    locks_.reset();
    elements_.reset();
    lifetimes_.reset();
    reach_.reset();
}

}  // namespace rmasim::sim::check
