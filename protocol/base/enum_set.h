// A set of values of an enumeration that is numbered from 0.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>

namespace rmasim {

// A set of the first `count` values of Enum. Any other value does not compile in a constant expression, and throws
// std::logic_error otherwise.
template <class Enum, std::size_t count>
class EnumSet {
    static_assert(count > 0);

public:
    constexpr EnumSet() = default;
    constexpr EnumSet(std::initializer_list<Enum> values) {
        for (const Enum value : values) word_of(value) |= bit(value);
    }
    static constexpr EnumSet all() {
        EnumSet all;
        for (std::size_t index = 0; index < count; ++index) {
            all.bits_[index / word_bits] |= std::uint64_t{1} << index % word_bits;
        }
        return all;
    }
    // Selects a word without an access by index, so that a constant set needs no memory.
    constexpr bool contains(Enum value) const {
        std::uint64_t bits = bits_[0];
        for (std::size_t word = 1; word < words; ++word) {
            if (index_of(value) / word_bits == word) bits = bits_[word];
        }
        return (bits & bit(value)) != 0;
    }
    constexpr EnumSet without(EnumSet others) const {
        for (std::size_t word = 0; word < words; ++word) others.bits_[word] = bits_[word] & ~others.bits_[word];
        return others;
    }
    constexpr bool empty() const {
        for (const std::uint64_t word : bits_) {
            if (word != 0) return false;
        }
        return true;
    }
    // Returns the first value. Precondition: the set is not empty.
    constexpr Enum first() const {
        std::size_t word = 0;
        while (word + 1 < words && bits_[word] == 0) ++word;
        return static_cast<Enum>(word * word_bits + static_cast<std::size_t>(std::countr_zero(bits_[word])));
    }
    constexpr bool operator==(const EnumSet& other) const { return differences(other).empty(); }

    friend constexpr EnumSet operator|(EnumSet a, EnumSet b) {
        for (std::size_t word = 0; word < words; ++word) a.bits_[word] |= b.bits_[word];
        return a;
    }
    friend constexpr EnumSet operator&(EnumSet a, EnumSet b) {
        for (std::size_t word = 0; word < words; ++word) a.bits_[word] &= b.bits_[word];
        return a;
    }

    // Calls `visit` with each value, ascending.
    template <class Visit>
    constexpr void for_each(Visit visit) const {
        for (std::size_t index = 0; index < count; ++index) {
            if (contains(static_cast<Enum>(index))) visit(static_cast<Enum>(index));
        }
    }

private:
    static constexpr std::size_t word_bits = 64, words = (count + word_bits - 1) / word_bits;

    constexpr EnumSet differences(EnumSet other) const {
        for (std::size_t word = 0; word < words; ++word) other.bits_[word] ^= bits_[word];
        return other;
    }
    static constexpr std::size_t index_of(Enum value) {
        const auto index = static_cast<std::size_t>(value);
        if (index >= count) throw std::logic_error("no value of the enumeration");
        return index;
    }
    static constexpr std::uint64_t bit(Enum value) { return std::uint64_t{1} << index_of(value) % word_bits; }
    constexpr std::uint64_t& word_of(Enum value) { return bits_[index_of(value) / word_bits]; }

    std::array<std::uint64_t, words> bits_{};
};

}  // namespace rmasim
