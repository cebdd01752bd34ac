#include "sim/timed/reason_counts.h"

namespace rmasim::sim {

namespace {

// Returns the name of a clause in the result. Packets that the program itself sends have no clause.
std::string clause_name(std::string_view clause) { return clause.empty() ? "program" : std::string(clause); }

}  // namespace

PacketsByReason ReasonCounts::collect(const Counts& counts, const PacketVocabulary& vocabulary,
                                      const PacketReasons& reasons, bool ordered) const {
    PacketsByReason found;
    for (const Counts::Kind& kind : counts.kinds()) {
        const Sent usual{Counts::type_of(kind.code), Why::usual, ordered};
        found.kinds[vocabulary.name({usual.type.kind})][clause_name(reasons.reason_of(usual).clause)] += kind.packets;
        for (const FlagEntry& entry : vocabulary.flags()) {
            if (!has(usual.type.flags, entry.flag)) continue;
            found.flags[std::string(entry.name)][clause_name(reasons.reason_of(usual, entry.flag).clause)] +=
                kind.packets;
        }
    }
    for (const KindEntry& entry : vocabulary.kinds()) {
        const Sent usual{{entry.kind}, Why::usual, ordered};
        for (std::size_t why = 1; why < why_limit; ++why) {
            const std::uint64_t packets = unusual_[index_of(entry.kind)][why];
            if (packets == 0) continue;
            auto& of_kind = found.kinds[std::string(entry.name)];
            const auto rest = of_kind.find(clause_name(reasons.reason_of(usual).clause));
            rest->second -= packets;
            if (rest->second == 0) of_kind.erase(rest);
            const Sent unusual{{entry.kind}, static_cast<Why>(why), ordered};
            of_kind[clause_name(reasons.reason_of(unusual).clause)] += packets;
        }
    }
    return found;
}

}  // namespace rmasim::sim
