#include "sim/frontend/cli/text/packet_words.h"

#include <fmt/format.h>

namespace rmasim::sim {

std::string words_of_packet(const PacketVocabulary& packets, const std::string& name) {
    const std::string_view whole = name;
    std::string text;
    for (const KindEntry& kind : packets.kinds()) {
        if (whole.substr(0, whole.find('+')) == kind.name) text = kind.words;
    }
    for (std::size_t at = whole.find('+'); at != std::string_view::npos;) {
        const std::size_t next = whole.find('+', at + 1);
        for (const FlagEntry& flag : packets.flags()) {
            if (whole.substr(at + 1, next == std::string_view::npos ? next : next - at - 1) == flag.name)
                text += fmt::format("; {}", flag.words);
        }
        at = next;
    }
    return text;
}

}  // namespace rmasim::sim
