#include "protocol/base/packet_vocabulary.h"

#include <algorithm>

namespace rmasim {

namespace {

// Removes `word` from the front of `text` if '+' or the end of the text follows it. Returns true if removed.
bool take_word(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    if (text.size() > word.size() && text[word.size()] != '+') return false;
    text.remove_prefix(word.size());
    return true;
}

bool take_flag(std::string_view& text, std::string_view name) {
    if (!text.starts_with('+')) return false;
    std::string_view rest = text.substr(1);
    if (!take_word(rest, name)) return false;
    text = rest;
    return true;
}

}  // namespace

std::string PacketVocabulary::name(PacketType type) const {
    const auto kind =
        std::find_if(kinds_.begin(), kinds_.end(), [type](const KindEntry& entry) { return entry.kind == type.kind; });
    std::string text =
        kind != kinds_.end() ? std::string(kind->name) : "kind " + std::to_string(static_cast<unsigned>(type.kind));
    auto unnamed = static_cast<unsigned>(type.flags);
    for (const FlagEntry& entry : flags_) {
        if (!has(type.flags, entry.flag)) continue;
        text += '+';
        text += entry.name;
        unnamed &= ~static_cast<unsigned>(entry.flag);
    }
    return unnamed == 0 ? text : text + "+flags " + std::to_string(unnamed);
}

std::optional<PacketType> PacketVocabulary::find(std::string_view name) const {
    for (const KindEntry& entry : kinds_) {
        std::string_view rest = name;
        if (!take_word(rest, entry.name)) continue;
        PacketType type{entry.kind};
        for (const FlagEntry& flag : flags_) {
            if (take_flag(rest, flag.name)) type.flags |= flag.flag;
        }
        return rest.empty() ? std::optional(type) : std::nullopt;
    }
    return std::nullopt;
}

std::string PacketVocabulary::describe(const Packet& packet) const {
    return std::to_string(packet.source) + '>' + std::to_string(packet.target) + ' ' + name(packet.type());
}

}  // namespace rmasim
