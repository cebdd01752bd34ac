#include "sim/input/model/packet_kinds.h"

namespace rmasim::sim {

namespace {

// Takes `word` off the front of `text`, if all of it up to a '+' or the end is that word.
bool take_word(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    if (text.size() > word.size() && text[word.size()] != '+') return false;
    text.remove_prefix(word.size());
    return true;
}

}  // namespace

// Flags are printed in the order of their bits.
std::optional<std::size_t> packet_kind_index(std::string_view name) {
    for (std::size_t index = 0; index < packet_kind_count; ++index) {
        const auto kind = static_cast<PacketKind>(index);
        const std::string plain = kind_name(kind, PacketFlag::none);
        std::string_view rest = name;
        if (!take_word(rest, plain)) continue;
        PacketFlag flags = PacketFlag::none;
        for (std::size_t bit = 1; bit < packet_flag_sets; bit *= 2) {
            const auto flag = static_cast<PacketFlag>(bit);
            if (take_word(rest, kind_name(kind, flag).substr(plain.size()))) flags |= flag;
        }
        if (!rest.empty()) return std::nullopt;
        return kind_index(kind, flags);
    }
    return std::nullopt;
}

}  // namespace rmasim::sim
