#include "sim/mpi/smpi/message_ledger.h"

#include "protocol/base/rank_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_named = 3;
constexpr std::size_t max_awaited = 64;  // ranks in the report of one call

// Joins the parts of a list: "A", "A and B", "A, B and 3 more".
std::string joined(const std::vector<std::string>& parts) {
    if (parts.size() == 1) return parts.front();
    if (parts.size() > max_named) {
        const auto end = parts.begin() + static_cast<std::ptrdiff_t>(max_named);
        return fmt::format("{} and {} more", fmt::join(parts.begin(), end, ", "), parts.size() - max_named);
    }
    return fmt::format("{} and {}", fmt::join(parts.begin(), parts.end() - 1, ", "), parts.back());
}

template <class Fits>
bool erase_first(auto& from, Fits fits) {
    const auto found = std::find_if(from.begin(), from.end(), fits);
    if (found == from.end()) return false;
    from.erase(found);
    return true;
}

bool is_matched(const auto& send, const auto& receive) {
    return send.comm == receive.comm && (receive.peer == any_rank || receive.peer == send.rank) &&
           (receive.tag == any_tag || receive.tag == send.tag);
}

}  // namespace

void MessageLedger::begins(Rank rank, ThreadId number, const OtherFunction& function) {
    Thread& thread = threads_[{rank, number}];
    thread.call = ++calls_;
    thread.function = function;
    thread.collective = {};
    thread.requests.clear();
    if (!function.members) return;
    comms_.try_emplace(function.comm, function.members);
    if (function.collective()) {
        Collective& collective = collectives_[function.comm];
        collective.members = function.members;
        Entered& entered = collective.entered[rank];
        entered = {entered.calls + 1, function.name, function.location};
        thread.collective = {function.comm, entered.calls};
    } else if (!function.begins_later) {
        add(rank, function, thread.call, 0);
    }
}

void MessageLedger::add(Rank rank, const OtherFunction& function, std::uint64_t call, std::uint64_t request) {
    const auto message = [&](Rank peer, int tag) {
        return Message{rank, peer, tag, function.comm, function.name, function.location, call, request};
    };
    if (function.receives && !function.only_looks) receives(message(function.receives_from, function.receives_tag));
    if (function.sends()) sends(message(function.sends_to, function.sends_tag));
}

void MessageLedger::sends(Message message) {
    Messages& receives = open_receives_[static_cast<std::size_t>(message.peer)];
    if (erase_first(receives, [&](const Message& receive) { return is_matched(message, receive); })) return;
    unreceived_[static_cast<std::size_t>(message.peer)].push_back(message);
}

void MessageLedger::receives(Message message) {
    Messages& sent = unreceived_[static_cast<std::size_t>(message.rank)];
    if (erase_first(sent, [&](const Message& send) { return is_matched(send, message); })) return;
    open_receives_[static_cast<std::size_t>(message.rank)].push_back(message);
}

void MessageLedger::made(Rank rank, ThreadId number, std::uint64_t request) {
    Thread& thread = threads_[{rank, number}];
    const OtherFunction& function = thread.function;
    if (!function.members) return;
    if (function.begins_later) {
        persistent_[{rank, request}] = function;
    } else if (function.collective()) {
        by_request_[{rank, request}] = thread.collective;
    } else {
        const auto note = [&](Messages& of) {
            for (Message& one : of) {
                if (one.call == thread.call) one.request = request;
            }
        };
        note(open_receives_[static_cast<std::size_t>(rank)]);
        if (function.sends()) note(unreceived_[static_cast<std::size_t>(function.sends_to)]);
    }
}

void MessageLedger::awaits(Rank rank, ThreadId number, std::vector<std::uint64_t> requests) {
    threads_[{rank, number}].requests = std::move(requests);
}

void MessageLedger::starts(Rank rank, std::uint64_t request) {
    const auto found = persistent_.find({rank, request});
    if (found != persistent_.end()) add(rank, found->second, ++calls_, request);
}

// ---- The report.

std::string MessageLedger::comm_text(std::uint64_t comm) const {
    if (comm == 0) return "MPI_COMM_WORLD";
    const auto found = comms_.find(comm);
    return found == comms_.end() ? "a communicator" : fmt::format("a communicator of {} ranks", found->second->size());
}

std::string MessageLedger::envelope_text(const Message& message) const {
    const std::string tag = message.tag == any_tag ? "any tag" : fmt::format("tag {}", message.tag);
    return fmt::format("{} on {}", tag, comm_text(message.comm));
}

bool MessageLedger::is_awaited(const Message& message, const Thread& by) {
    const bool by_request =
        message.request != 0 && std::ranges::find(by.requests, message.request) != by.requests.end();
    return message.call == by.call || by_request;
}

void MessageLedger::add_receive(const Message& receive, const Thread& by, const Locations& locations, HostedWait& wait,
                                Parts& parts) const {
    const std::string from = receive.peer == any_rank ? "any rank" : fmt::format("rank {}", receive.peer);
    const std::string of =
        receive.call == by.call ? "" : fmt::format(" ({} at {})", receive.function, locations(receive.location));
    parts.push_back(fmt::format("a message from {} with {}{}", from, envelope_text(receive), of));
    if (receive.peer != any_rank) wait.ranks.push_back(receive.peer);
}

void MessageLedger::add_sends(Rank rank, const Thread& by, const Locations& locations, HostedWait& wait,
                              Parts& parts) const {
    for (const Messages& to_one : unreceived_) {
        for (const Message& send : to_one) {
            if (send.rank != rank || !is_awaited(send, by)) continue;
            const std::string of =
                send.call == by.call ? "" : fmt::format(" ({} at {})", send.function, locations(send.location));
            parts.push_back(fmt::format("rank {} to receive a message with {}{}", send.peer, envelope_text(send), of));
            wait.ranks.push_back(send.peer);
        }
    }
}

void MessageLedger::add_collective(Rank rank, const CollectiveCall& call, const Locations& locations, HostedWait& wait,
                                   Parts& parts) const {
    const Collective& collective = collectives_.at(call.comm);
    const Entered& own = collective.entered.at(rank);
    std::vector<Rank> missing;
    std::string other;
    for (Rank comm_rank = 0; comm_rank < collective.members->size(); ++comm_rank) {
        const Rank member = collective.members->member(comm_rank);
        const auto entered = collective.entered.find(member);
        const std::uint64_t calls = entered == collective.entered.end() ? 0 : entered->second.calls;
        if (calls < call.nth) {
            missing.push_back(member);
        } else if (calls == call.nth && own.calls == call.nth && entered->second.function != own.function &&
                   other.empty()) {
            other = fmt::format("; rank {} calls {} at {} instead", member, entered->second.function,
                                locations(entered->second.location));
            wait.ranks.push_back(member);
        }
    }
    std::string text = fmt::format("{} on {}", own.function, comm_text(call.comm));
    if (!missing.empty())
        text += fmt::format(", which {} {} not called", text_of_ranks(missing), missing.size() == 1 ? "has" : "have");
    wait.ranks.insert(wait.ranks.end(), missing.begin(), missing.end());
    parts.push_back(text + other);
}

// Returns the messages that were sent to the rank and that it has not received, as text.
std::string MessageLedger::unreceived_text(Rank rank, const Locations& locations) const {
    Parts parts;
    for (const Message& send : unreceived_[static_cast<std::size_t>(rank)]) {
        parts.push_back(fmt::format("one from rank {} with {} ({} at {})", send.rank, envelope_text(send),
                                    send.function, locations(send.location)));
    }
    return parts.empty() ? "" : fmt::format("; sent to rank {} and not received: {}", rank, joined(parts));
}

HostedWait MessageLedger::wait_of(Rank rank, ThreadId number, const Locations& locations) const {
    HostedWait wait;
    Parts parts;
    const auto found = threads_.find({rank, number});
    if (found == threads_.end()) return wait;
    const Thread& thread = found->second;
    bool receives = false;
    for (const Message& receive : open_receives_[static_cast<std::size_t>(rank)]) {
        if (!is_awaited(receive, thread)) continue;
        add_receive(receive, thread, locations, wait, parts);
        receives = true;
    }
    if (thread.function.only_looks) {
        const OtherFunction& probe = thread.function;
        add_receive(
            {rank, probe.receives_from, probe.receives_tag, probe.comm, probe.name, probe.location, thread.call},
            thread, locations, wait, parts);
        receives = true;
    }
    add_sends(rank, thread, locations, wait, parts);
    if (thread.collective.nth > 0) add_collective(rank, thread.collective, locations, wait, parts);
    for (const std::uint64_t request : thread.requests) {
        const auto call = by_request_.find({rank, request});
        if (call != by_request_.end()) add_collective(rank, call->second, locations, wait, parts);
    }
    if (parts.empty()) return {};
    wait.awaited = joined(parts) + (receives ? unreceived_text(rank, locations) : "");
    std::ranges::sort(wait.ranks);
    wait.ranks.erase(std::unique(wait.ranks.begin(), wait.ranks.end()), wait.ranks.end());
    if (wait.ranks.size() > max_awaited) wait.ranks.resize(max_awaited);
    return wait;
}

}  // namespace rmasim::sim
