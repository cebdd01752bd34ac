#include "sim/timed/counts/reason_counts.h"

namespace rmasim::sim {

namespace {

// Returns the name of a clause in the result. Packets that the program itself sends have no clause.
std::string clause_name(std::string_view clause) { return clause.empty() ? "program" : std::string(clause); }

}  // namespace

PacketsByReason ReasonCounts::collect(const Counts& counts, const PacketVocabulary& vocabulary,
                                      const PacketReasons& reasons, bool ordered) const {
    PacketsByReason found;
    const auto add = [&](const Sent& sent, std::uint64_t packets) {
        found.kinds[vocabulary.name({sent.type.kind})][clause_name(reasons.reason_of(sent).clause)] += packets;
        for (const FlagEntry& entry : vocabulary.flags()) {
            if (!has(sent.type.flags, entry.flag)) continue;
            found.flags[std::string(entry.name)][clause_name(reasons.reason_of(sent, entry.flag).clause)] += packets;
        }
    };
    for (const Counts::Kind& kind : counts.kinds()) {
        const PacketType type = Counts::type_of(kind.code);
        std::uint64_t usual = kind.packets;
        for (const Unusual& one : unusual_) {
            if (one.type != type) continue;
            add({type, one.why, ordered}, one.packets);
            usual -= one.packets;
        }
        if (usual > 0) add({type, Why::usual, ordered}, usual);
    }
    return found;
}

}  // namespace rmasim::sim
