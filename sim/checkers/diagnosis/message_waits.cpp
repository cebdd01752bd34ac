#include "sim/checkers/diagnosis/message_waits.h"

#include <fmt/format.h>

#include <vector>

namespace rmasim::sim {

namespace {

std::string envelope_text(const Communicators& communicators, Rank rank, std::uint32_t tag, WindowId comm) {
    const std::string with = tag == any_tag ? "any tag" : fmt::format("tag {}", tag);
    if (comm == no_window) return with + " on MPI_COMM_WORLD";
    return fmt::format("{} on a communicator of {} ranks", with, communicators.group_of(rank, comm).size());
}

std::string unreceived_text(const Ranks& ranks, const Communicators& communicators, Rank rank) {
    constexpr std::size_t max_named = 3;
    const std::vector<ArrivedMessage> messages = ranks.process(rank).unreceived_messages();
    if (messages.empty()) return {};
    std::string text = fmt::format("; sent to rank {} and not received: ", rank);
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const bool is_last = i + 1 == messages.size();
        text += i == 0 ? "" : i == max_named || is_last ? " and " : ", ";
        if (i == max_named) return text + fmt::format("{} more", messages.size() - i);
        const ArrivedMessage& one = messages[i];
        text +=
            fmt::format("one from rank {} with {}", one.source, envelope_text(communicators, rank, one.tag, one.comm));
    }
    return text;
}

}  // namespace

std::string message_wait_text(const Ranks& ranks, Rank rank, const WaitReason& reason) {
    // A scenario has a table of communicators if it has any.
    const Communicators* const communicators = ranks.communicators() == nullptr ? ranks.window_groups() : nullptr;
    if (communicators == nullptr || is_window(reason.window)) return {};
    if (reason.awaited == Awaited::message) {
        const std::string from = reason.target == any_source ? "any rank" : fmt::format("rank {}", reason.target);
        return fmt::format("a message from {} with {}{}", from,
                           envelope_text(*communicators, rank, reason.tag, reason.window),
                           unreceived_text(ranks, *communicators, rank));
    }
    if (reason.awaited == Awaited::receive || reason.awaited == Awaited::match) {
        return fmt::format("rank {} to receive a message with {}", reason.target,
                           envelope_text(*communicators, rank, reason.tag, reason.window));
    }
    return {};
}

}  // namespace rmasim::sim
