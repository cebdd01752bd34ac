// Packet counts of a run, by kind and flags. A packet counts when the core hands it to the transport.
#pragma once

#include "protocol/base/packet_vocabulary.h"

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace rmasim {

// Counts packets by type, that is by kind and flags. A family has thousands of combinations of kind and flags, but one
// run sees about a dozen of them. Counts are therefore in a short ascending list. A small cache holds the list index at
// which each type was last found. Memory is allocated only when a new type occurs.
class Counts {
public:
    struct Kind {
        std::uint64_t code;  // the packet type, see code_of
        std::uint64_t packets;
        friend auto operator<=>(const Kind&, const Kind&) = default;
    };

    void add(const Packet& packet, std::uint64_t wire_bytes) {
        ++total_;
        wire_bytes_ += wire_bytes;
        const std::uint64_t code = code_of(packet.type());
        std::uint16_t& index = indices_[slot_of(packet.type())];
        if (list_[index].code != code) index = find(code);
        ++list_[index].packets;
    }
    void clear();

    std::uint64_t total() const { return total_; }
    std::uint64_t wire_bytes() const { return wire_bytes_; }
    // The types that occurred, by ascending code.
    std::span<const Kind> kinds() const { return {list_.data(), list_.size() - 1}; }
    // The counts by the printed name of the type.
    std::map<std::string, std::uint64_t> by_kind(const PacketVocabulary& vocabulary) const;

    static constexpr std::uint64_t code_of(PacketType type) {
        return std::uint64_t{static_cast<std::uint8_t>(type.kind)} << 16 | static_cast<std::uint16_t>(type.flags);
    }
    static constexpr PacketType type_of(std::uint64_t code) {
        return {static_cast<PacketKind>(code >> 16), static_cast<PacketFlag>(code & 0xFFFF)};
    }

private:
    static constexpr std::size_t slots = 128;
    static constexpr std::uint64_t no_code = UINT64_MAX;

    // The cache slot of a type. Types without flags never share a slot. If two types share a slot, the count remains
    // correct, but the list must be searched.
    static constexpr std::size_t slot_of(PacketType type) {
        return (static_cast<std::size_t>(type.kind) ^ static_cast<std::size_t>(type.flags) * 37) % slots;
    }
    std::uint16_t find(std::uint64_t code);  // adds the type if it is new

    std::array<std::uint16_t, slots> indices_{};  // always valid indices of `list_`, perhaps of another type
    std::vector<Kind> list_{{no_code, 0}};        // ends with a sentinel: the list is never empty
    std::uint64_t total_ = 0;
    std::uint64_t wire_bytes_ = 0;
};

}  // namespace rmasim
