// A set of values of an enumeration that is numbered from 0.
#pragma once

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
    static_assert(count <= 64);

public:
    constexpr EnumSet() = default;
    constexpr EnumSet(std::initializer_list<Enum> values) {
        for (const Enum value : values) bits_ |= bit(value);
    }
    static constexpr EnumSet all() { return EnumSet(~std::uint64_t{0} >> (64 - count)); }
    constexpr bool contains(Enum value) const { return (bits_ & bit(value)) != 0; }
    constexpr EnumSet without(EnumSet others) const { return EnumSet(bits_ & ~others.bits_); }
    constexpr bool empty() const { return bits_ == 0; }
    // Returns the first value. Precondition: the set is not empty.
    constexpr Enum first() const { return static_cast<Enum>(std::countr_zero(bits_)); }
    constexpr bool operator==(const EnumSet&) const = default;

    friend constexpr EnumSet operator|(EnumSet a, EnumSet b) { return EnumSet(a.bits_ | b.bits_); }
    friend constexpr EnumSet operator&(EnumSet a, EnumSet b) { return EnumSet(a.bits_ & b.bits_); }

    // Calls `visit` with each value, ascending.
    template <class Visit>
    constexpr void for_each(Visit visit) const {
        for (std::size_t index = 0; index < count; ++index) {
            if (contains(static_cast<Enum>(index))) visit(static_cast<Enum>(index));
        }
    }

private:
    constexpr explicit EnumSet(std::uint64_t bits) : bits_(bits) {}
    static constexpr std::uint64_t bit(Enum value) {
        if (static_cast<std::size_t>(value) >= count) throw std::logic_error("no value of the enumeration");
        return std::uint64_t{1} << static_cast<unsigned>(value);
    }

    std::uint64_t bits_ = 0;
};

}  // namespace rmasim
