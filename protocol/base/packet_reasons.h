// Why packets are sent: what each kind and each flag is for, the clause of the family's SPEC.md that asks for it, and
// the settings that decide whether it is sent. Each family has such tables (protocol/<family>/reasons.h). They are for
// reports: each run counts its packets by reason, and tools that compare runs say why a packet appears or vanishes. No
// engine reads them; where only the engine knows the reason, it writes it into the packet (Packet::why).
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/packet_vocabulary.h"

#include <span>
#include <string_view>

namespace rmasim {

enum class Purpose : std::uint8_t {
    data,             // operations, and the data that come back
    lock,             // asks for a lock, grants it, releases it
    completion,       // asks whether operations have been carried out, and the answers
    synchronisation,  // begins and ends epochs between processes: barriers, POST, COMPLETE, counts, signals
    announcement,     // precedes an operation with much data
    window,           // tells sizes of windows and groups
    message,          // the program's own two-sided messages
};
constexpr std::string_view name_of(Purpose purpose) {
    constexpr std::array<std::string_view, 7> names{"data",         "lock",   "completion", "synchronisation",
                                                    "announcement", "window", "message"};
    return names[static_cast<std::size_t>(purpose)];
}

// A packet as it was sent.
struct Sent {
    PacketType type;
    Why why = Why::usual;
    bool ordered = true;  // packets of a pair keep their order
};
using Condition = bool (*)(const Sent& sent);

template <Why why>
constexpr bool sent_because(const Sent& sent) {
    return sent.why == why;
}
constexpr bool overtaking(const Sent& sent) { return !sent.ordered; }

// A kind or a flag (`Part`) with several reasons has a row for each; all of them have the same purpose, and no two the
// same clause. All but one have a condition, and that one is the reason where no condition holds.
template <class Part>
struct Reason {
    Part part;
    Purpose purpose;
    std::string_view clause;    // "NR-OPT-1", in the family's SPEC.md; empty for what the program itself sends
    std::string_view settings;  // that decide it, as paths below `protocol`, with spaces between; may be empty
    std::string_view why;       // "the only operation of the epoch carries UNLOCK"
    Condition when = nullptr;
};
using KindReason = Reason<PacketKind>;
using FlagReason = Reason<PacketFlag>;

// Why the family does without a packet that another family sends in the same place.
struct Absence {
    std::string_view name;    // of a kind or a flag, of any family
    std::string_view clause;  // of this family
    std::string_view why;
};

struct PacketReasons {
private:
    // Before `explain`, since clang 14 has to see them first.
    template <class Part>
    static constexpr bool can_be_told_apart(std::span<const Reason<Part>> reasons, Part part) {
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

    // Of the packet's kind, and of one of its flags.
    const KindReason& reason_of(const Sent& sent) const { return chosen(kinds, sent.type.kind, sent); }
    const FlagReason& reason_of(const Sent& sent, PacketFlag flag) const { return chosen(flags, flag, sent); }

    // Whether each kind and flag of the family, and nothing else, has a reason, and one purpose.
    constexpr bool explain(const PacketVocabulary& vocabulary) const {
        for (const KindEntry& entry : vocabulary.kinds()) {
            if (!has_one_purpose(kinds, entry.kind) || !can_be_told_apart(kinds, entry.kind)) return false;
        }
        for (const FlagEntry& entry : vocabulary.flags()) {
            if (!has_one_purpose(flags, entry.flag) || !can_be_told_apart(flags, entry.flag)) return false;
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

}  // namespace rmasim
