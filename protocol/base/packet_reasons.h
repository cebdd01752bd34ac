// The reasons for packets: the purpose of each kind and flag, the clause of the family's SPEC.md that requires it, and
// the settings that decide if the packet is sent. Each family has tables of reasons (protocol/<family>/reasons.h). Only
// reports read them: a run counts its packets by reason, and tools that compare runs explain why a packet appears or
// disappears. No engine reads the tables. If only the engine can determine the reason, it writes the reason into the
// packet (Packet::why).
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/packet_vocabulary.h"

#include <span>
#include <string_view>

namespace rmasim {

// The purpose of a packet or flag.
enum class Purpose : std::uint8_t {
    data,             // operations, and the data that they fetch
    lock,             // requests, grants and releases of locks
    completion,       // acknowledgements, and requests for them
    synchronisation,  // starts and ends of epochs between processes: barriers, POST, COMPLETE, counts, signals
    announcement,     // precedes an operation with much data
    window,           // sizes of windows and groups
    message,          // two-sided messages of the program
};
constexpr std::string_view name_of(Purpose purpose) {
    constexpr std::array<std::string_view, 7> names{"data",         "lock",   "completion", "synchronisation",
                                                    "announcement", "window", "message"};
    return names[static_cast<std::size_t>(purpose)];
}

// The properties of a sent packet that determine its reason.
struct Sent {
    PacketType type;
    Why why = Why::usual;
    bool ordered = true;  // the transport keeps the order of packets between two processes
};
using Condition = bool (*)(const Sent& sent);

template <Why why>
constexpr bool sent_because(const Sent& sent) {
    return sent.why == why;
}
constexpr bool overtaking(const Sent& sent) { return !sent.ordered; }

// A reason for a kind or a flag (`Part`). A Part with several reasons has a row for each. All rows of a Part have the
// same purpose, and different clauses. Exactly one row of a Part has no condition. That row applies if no condition
// holds.
template <class Part>
struct Reason {
    Part part;
    Purpose purpose;
    std::string_view clause;  // "NR-OPT-1", in the family's SPEC.md; empty for packets that the program itself sends
    // The settings that decide if the packet is sent. They are paths below `protocol` in scenarios, separated by
    // spaces. May be empty.
    std::string_view settings;
    std::string_view why;  // "the only operation of the epoch carries UNLOCK"
    Condition when = nullptr;
};
using KindReason = Reason<PacketKind>;
using FlagReason = Reason<PacketFlag>;

// The reason that a family does not send a packet that another family sends in the same situation.
struct Absence {
    std::string_view name;    // of a packet kind or flag of any family
    std::string_view clause;  // in the SPEC.md of this family
    std::string_view why;
};

// The reasons of all packets of one family.
struct PacketReasons {
private:
    // Defined before `explain`, because clang 14 requires it.
    template <class Part>
    static constexpr bool can_be_distinguished(std::span<const Reason<Part>> reasons, Part part) {
        unsigned without_condition = 0;
        for (const Reason<Part>& one : reasons) {
            if (one.part != part) continue;
            if (one.when == nullptr) ++without_condition;
            for (const Reason<Part>& other : reasons) {
                if (&one != &other && other.part == part && one.clause == other.clause) return false;
            }
        }
        return without_condition == 1;
    }
    template <class Part>
    static constexpr bool has_one_purpose(std::span<const Reason<Part>> reasons, Part part) {
        const Reason<Part>* first = nullptr;
        for (const Reason<Part>& reason : reasons) {
            if (reason.part != part) continue;
            if (first == nullptr) first = &reason;
            if (first->purpose != reason.purpose) return false;
        }
        return first != nullptr;
    }
    static constexpr bool is_whole(const KindReason& reason) {
        const bool of_program = is_message(reason.part) || reason.part == PacketKind::barrier;
        return !reason.why.empty() && (of_program || !reason.clause.empty());
    }
    static constexpr bool is_whole(const FlagReason& reason) { return !reason.why.empty() && !reason.clause.empty(); }
    template <class Entry, class Part>
    static constexpr bool is_among(std::span<const Entry> entries, Part Entry::*member, Part part) {
        for (const Entry& entry : entries) {
            if (entry.*member == part) return true;
        }
        return false;
    }

public:
    std::span<const KindReason> kinds;
    std::span<const FlagReason> flags;
    std::span<const Absence> absent;

    // Returns the reason for the packet's kind, or for one of its flags.
    const KindReason& reason_of(const Sent& sent) const { return chosen(kinds, sent.type.kind, sent); }
    const FlagReason& reason_of(const Sent& sent, PacketFlag flag) const { return chosen(flags, flag, sent); }

    // True if every kind and flag of the family has reasons with one purpose, and the tables have no other kind or
    // flag.
    constexpr bool explain(const PacketVocabulary& vocabulary) const {
        for (const KindEntry& entry : vocabulary.kinds()) {
            if (!has_one_purpose(kinds, entry.kind) || !can_be_distinguished(kinds, entry.kind)) return false;
        }
        for (const FlagEntry& entry : vocabulary.flags()) {
            if (!has_one_purpose(flags, entry.flag) || !can_be_distinguished(flags, entry.flag)) return false;
        }
        for (const KindReason& reason : kinds) {
            if (!is_whole(reason) || !is_among(vocabulary.kinds(), &KindEntry::kind, reason.part)) return false;
        }
        for (const FlagReason& reason : flags) {
            if (!is_whole(reason) || !is_among(vocabulary.flags(), &FlagEntry::flag, reason.part)) return false;
        }
        return true;
    }

private:
    template <class Part>
    static const Reason<Part>& chosen(std::span<const Reason<Part>> reasons, Part part, const Sent& sent) {
        const Reason<Part>* found = nullptr;
        for (const Reason<Part>& reason : reasons) {
            if (reason.part != part) continue;
            if (reason.when != nullptr && reason.when(sent)) return reason;
            if (reason.when == nullptr) found = &reason;
        }
        if (found == nullptr) throw ProtocolError("a packet without a reason");
        return *found;
    }
};

// The reasons for the packets of the program's own messages, collective calls and barriers, the same in all families.
namespace common_reasons {
inline constexpr KindReason program_barrier{PacketKind::barrier,         Purpose::synchronisation,          "", "",
                                            "the program calls BARRIER", sent_because<Why::program_barrier>};
inline constexpr std::array messages{
    KindReason{PacketKind::send, Purpose::message, "", "", "the program sends a message"},
    KindReason{PacketKind::send_rts, Purpose::message, "", "message_eager_bytes", "a long message is announced"},
    KindReason{PacketKind::send_cts, Purpose::message, "", "message_eager_bytes", "a RECV asks for a long message"},
    KindReason{PacketKind::send_data, Purpose::message, "", "message_eager_bytes", "a long message"},
    KindReason{PacketKind::ssend, Purpose::message, "", "", "the program sends a message by SSEND"},
    KindReason{PacketKind::ssend_ack, Purpose::message, "", "", "a RECV has matched the message of an SSEND"},
    KindReason{PacketKind::bcast, Purpose::message, "", "collectives.bcast", "the program calls BCAST"},
    KindReason{PacketKind::reduce, Purpose::message, "", "collectives.reduce", "the program calls REDUCE"},
    KindReason{PacketKind::allreduce, Purpose::message, "", "collectives.allreduce", "the program calls ALLREDUCE"},
    KindReason{PacketKind::gather, Purpose::message, "", "collectives.gather", "the program calls GATHER"},
    KindReason{PacketKind::allgather, Purpose::message, "", "collectives.allgather", "the program calls ALLGATHER"},
    KindReason{PacketKind::scatter, Purpose::message, "", "collectives.scatter", "the program calls SCATTER"},
    KindReason{PacketKind::alltoall, Purpose::message, "", "collectives.alltoall", "the program calls ALLTOALL"},
    KindReason{PacketKind::scan, Purpose::message, "", "collectives.scan", "the program calls SCAN"},
    KindReason{PacketKind::exscan, Purpose::message, "", "collectives.exscan", "the program calls EXSCAN"},
    KindReason{PacketKind::reduce_scatter_block, Purpose::message, "", "collectives.reduce_scatter",
               "the program calls REDUCE_SCATTER or REDUCE_SCATTER_BLOCK"},
    KindReason{PacketKind::neighbor_allgather, Purpose::message, "", "",
               "the program calls NEIGHBOR_ALLGATHER or NEIGHBOR_ALLGATHERV"},
    KindReason{PacketKind::neighbor_alltoall, Purpose::message, "", "",
               "the program calls NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV or NEIGHBOR_ALLTOALLW"},
};
}  // namespace common_reasons

}  // namespace rmasim
