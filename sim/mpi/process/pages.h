// Sizes and addresses of memory pages.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rmasim::hosting {

constexpr std::size_t page_bytes = 4096;
constexpr int first_own_descriptor = 512;  // descriptors of the host are above those that programs get

// `align` must be a power of 2.
constexpr std::size_t round_up(std::size_t value, std::size_t align) { return (value + align - 1) & ~(align - 1); }

inline char* round_down(char* address, std::size_t align) {
    return reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(address) & ~(std::uintptr_t{align} - 1));
}
inline char* page_of(char* address) { return round_down(address, page_bytes); }

}  // namespace rmasim::hosting
