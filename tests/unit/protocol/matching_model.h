// The model of matching: the rules of MPI 4.1, 3.4 to 3.8, on plain lists. Also the records of a test that compares the
// core with the model.
#pragma once

#include "protocol/base/observer.h"
#include "protocol/base/world.h"
#include "protocol/parts/messages/match_queues.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::matching {

inline constexpr Rank ranks = 3;

// Returns the number of elements of a message by its first packet. The data of an announced message may be divided: the
// displacement is then the number of all elements.
inline std::uint64_t elements_of(const Packet& packet) {
    const bool divided = packet.kind == PacketKind::send_rts && packet.region.disp != 0;
    return divided ? packet.region.disp : packet.region.count;
}

// A match: the receiving rank, the number of the receive, and the mark of the message (its number of elements).
struct Match {
    Rank rank;
    std::uint32_t receive, mark;
    bool operator==(const Match&) const = default;
};

struct Matches final : Observer {
    void message_matched(Rank rank, std::uint32_t receive, const Packet& message) override {
        all.push_back({rank, receive, static_cast<std::uint32_t>(elements_of(message))});
    }
    std::vector<Match> all;
};

// Packets of a pair of ranks arrive in the order of sending.
struct Channels final : Transport {
    void send(const Packet& packet) override { queues[{packet.source, packet.target}].push_back(packet); }
    std::map<std::pair<Rank, Rank>, std::deque<Packet>> queues;
};

struct SentMessage {
    MatchKey key;
    std::uint32_t mark = 0;
    bool ready = false;
};

// The queues of all processes.
struct Model {
    struct Posted {
        std::uint32_t number;
        MatchKey key;
    };
    struct Waiting {
        std::size_t call;  // index of the call
        MatchKey key;
        bool takes;  // MPROBE
    };
    struct Process {
        std::list<Posted> posted;
        std::list<SentMessage> arrived;
        std::list<Waiting> probes;
        std::uint32_t begun = 0;
    };

    static bool accepts(const MatchKey& wanted, const MatchKey& sent) {
        if (wanted.comm != sent.comm) return false;
        if (wanted.source != any_source && wanted.source != sent.source) return false;
        return wanted.tag == any_tag || wanted.tag == sent.tag;
    }
    static std::list<SentMessage>::iterator find(Process& process, const MatchKey& wanted) {
        return std::find_if(process.arrived.begin(), process.arrived.end(),
                            [&](const SentMessage& one) { return accepts(wanted, one.key); });
    }
    // A message, or its announcement, arrives. Returns the number of the receive that it matches.
    std::optional<std::uint32_t> arrives(Rank rank, const SentMessage& message) {
        Process& process = processes[static_cast<std::size_t>(rank)];
        const auto first = std::find_if(process.posted.begin(), process.posted.end(),
                                        [&](const Posted& one) { return accepts(one.key, message.key); });
        if (first == process.posted.end()) {
            process.arrived.push_back(message);
            return std::nullopt;
        }
        const std::uint32_t number = first->number;
        process.posted.erase(first);
        return number;
    }

    std::vector<Process> processes{static_cast<std::size_t>(ranks)};
};

// Returns what is wrong with the status of a receive that has room for `room` elements, or of a probe; empty if
// nothing.
inline std::string difference(const MessageStatus& status, const SentMessage& got, std::uint32_t room) {
    const MessageError error = got.mark > room ? MessageError::truncate : MessageError::none;
    if (status.source == got.key.source && status.tag == got.key.tag && status.count == std::min(got.mark, room) &&
        status.comm == got.key.comm && !status.cancelled && status.error == error) {
        return "";
    }
    return fmt::format("a status has source {}, tag {}, count {}; the message has {}, {}, {}", status.source,
                       status.tag, status.count, got.key.source, got.key.tag, got.mark);
}

}  // namespace rmasim::matching
