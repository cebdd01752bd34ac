#include "sim/checkers/semantics/program_order.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim::semantics {

using memmodel::Moment;
using memmodel::Origin;

ProgramOrder::Begun ProgramOrder::begin(const Origin& origin, const OtherFunction& function) {
    Begun begun;
    if (!function.sends() && !function.receives && !function.collective()) return begun;
    const Moment now = order_.moment(origin);
    if (function.sends()) {
        const Route route{function.comm, origin.rank, function.sends_to, function.sends_tag};
        note_send(origin, route);
        Mail& mail = mail_[route];
        begun.message = mail.sends++;
        mail.sent[*begun.message] = {now, function.synchronous};
    }
    if (function.receives) {
        begun.receive = receives_[origin.rank]++;
        open_[{function.comm, origin.rank}][*begun.receive] = {function.receives_from, function.receives_tag, now};
    }
    if (function.collective()) {
        Rounds& rounds = rounds_[{function.comm, function.group}];
        begun.round = rounds.begun[origin.rank]++;
        Round& round = rounds.rounds[*begun.round];
        round.all.add(now);
        round.each[origin.rank] = now;
    }
    return begun;
}

void ProgramOrder::end(const Origin& origin, const OtherFunction& function, const Begun& begun,
                       const Envelope& envelope) {
    if (begun.message && function.synchronous) end_synchronous(origin, function, *begun.message);
    if (begun.receive) {
        const std::optional<Route> route = route_of(origin.rank, function, envelope);
        if (route) take(origin, *route, *begun.receive, function.only_looks);
        Receives& open = open_[{function.comm, origin.rank}];
        if (route && !function.only_looks) mail_[*route].later[*begun.receive] = open.at(*begun.receive).posted;
        open.erase(*begun.receive);
        if (route) forget_old(*route, mail_[*route]);
    }
    if (begun.round) end_collective(origin, function, *begun.round);
}

// Returns the route of the received message. Returns nullopt if no message was received or its route is unknown.
std::optional<ProgramOrder::Route> ProgramOrder::route_of(Rank rank, const OtherFunction& function,
                                                          const Envelope& envelope) const {
    if (envelope.none) return std::nullopt;
    const Rank from = envelope.source != any_rank ? function.members->member(envelope.source) : function.receives_from;
    const int tag = envelope.tag != any_tag ? envelope.tag : function.receives_tag;
    if (from == any_rank || tag == any_tag) return std::nullopt;
    return Route{function.comm, from, rank, tag};
}

// Returns the position, on its route, of the message that `receive` takes. The position is the number of messages of
// the route that receives posted earlier have taken. An earlier receive that has not ended counts if it may match the
// route.
ProgramOrder::Number ProgramOrder::index_of(const Route& route, const Mail& mail, Number receive) const {
    Number index = mail.taken;
    for (const auto& [number, posted] : mail.later) index += number < receive ? 1 : 0;
    const auto open = open_.find({route.comm, route.to});
    if (open == open_.end()) return index;
    for (const auto& [number, one] : open->second) index += number < receive && one.may_take(route) ? 1 : 0;
    return index;
}

// Acquires the clock of the message that `receive` takes. `keep` is true for a probe, which does not remove the
// message.
void ProgramOrder::take(const Origin& origin, const Route& route, Number receive, bool keep) {
    Mail& mail = mail_[route];
    const Number index = index_of(route, mail, receive);
    const auto message = mail.sent.find(index);
    if (message == mail.sent.end()) return;
    acquire_match(origin, route, open_.at({route.comm, route.to}).at(receive), message->second.at);
    if (keep) return;
    if (message->second.synchronous) {
        mail.posted[index] = open_.at({route.comm, route.to}).at(receive).posted;
    }
    mail.sent.erase(message);
}

// Compares a sent message with all receives of any source that have taken another message. Records for each of these
// receives if it could have taken the sent message instead. It could not if the message is sent after the receive ends.
void ProgramOrder::note_send(const Origin& origin, const Route& route) {
    std::erase_if(wild_, [&](const Wild& one) {
        if (!one.may_take(route) || order_.needs(origin, one.match->received)) return false;
        return one.match->has_other = true;
    });
}

void ProgramOrder::acquire_match(const Origin& origin, const Route& route, const Open& receive, const Moment& sent) {
    if (receive.from != any_rank) return order_.acquires_clock(origin, sent);
    const memmodel::MatchRef match = order_.acquires_match(origin, sent, route.from);
    if (match == nullptr) return;
    const Wild made{route.comm, route.to, receive.tag, match};
    match->has_other = std::ranges::any_of(
        mail_, [&](const auto& mail) { return made.may_take(mail.first) && !mail.second.sent.empty(); });
    if (match->has_other) return;
    wild_.push_back(made);
    if (wild_.size() > max_wild) wild_.pop_front();
}

// Removes the records of ended receives that are older than all open receives. Only the number of these receives is
// kept.
void ProgramOrder::forget_old(const Route& route, Mail& mail) {
    const Receives& open = open_.at({route.comm, route.to});
    while (!mail.later.empty() && (open.empty() || mail.later.begin()->first < open.begin()->first)) {
        mail.later.erase(mail.later.begin());
        ++mail.taken;
    }
}

// Ends a synchronous send: acquires the clock of the receive that takes the message. A synchronous send completes when
// its receive has begun, so the receive may still be open.
void ProgramOrder::end_synchronous(const Origin& origin, const OtherFunction& function, Number message) {
    const Route route{function.comm, origin.rank, function.sends_to, function.sends_tag};
    Mail& mail = mail_[route];
    if (const auto posted = mail.posted.find(message); posted != mail.posted.end()) {
        order_.acquires_clock(origin, posted->second);
        mail.posted.erase(posted);
        return;
    }
    const auto open = open_.find({route.comm, route.to});
    if (open == open_.end()) return;
    for (const auto& [number, one] : open->second) {
        if (!one.may_take(route) || index_of(route, mail, number) != message) continue;
        return order_.acquires_clock(origin, one.posted);
    }
}

void ProgramOrder::end_collective(const Origin& origin, const OtherFunction& function, Number number) {
    Rounds& rounds = rounds_[{function.comm, function.group}];
    const auto at = rounds.rounds.find(number);
    Round& round = at->second;
    if (function.acquires == Acquires::all) order_.acquires_clock(origin, round.all.known());
    for (const Rank rank : function.acquires_from) {
        if (const auto one = round.each.find(rank); one != round.each.end()) order_.acquires_clock(origin, one->second);
    }
    if (++round.returned == function.members->size()) rounds.rounds.erase(at);
}

}  // namespace rmasim::sim::semantics
