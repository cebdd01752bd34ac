// MPI_Sync: which counter of which process (SC-SYNC-1, SC-SYNC-2). A handle is one word, as programs keep it.
#pragma once

#include "protocol/base/types.h"

#include <string>

namespace rmasim::synccount {

inline constexpr std::uint64_t null_handle = 0;  // MPI_SYNC_NULL

// A counter among those of a process that is known from elsewhere.
struct CounterName {
    std::uint32_t place = 0;       // among the counters of its owner
    std::uint32_t generation = 0;  // from 1: how often the place was allocated
};

// From the lowest bit: 16 bits generation, 16 bits place, 24 bits rank, 6 bits window, 1 bit: it came by a message.
struct Handle {
    static constexpr unsigned generation_bits = 16, slot_bits = 16, owner_bits = 24, slice_bits = 6;
    static constexpr std::uint32_t last_generation = (1u << generation_bits) - 1;
    static constexpr std::uint32_t max_places = 1u << slot_bits;
    static constexpr Rank max_owners = 1 << owner_bits;  // ranks below it have counters
    static constexpr std::uint32_t max_windows = 1u << slice_bits;

    Rank owner = no_rank;
    std::uint32_t place = 0;
    std::uint32_t generation = 0;
    WindowId window = 0;
    bool remote = false;  // what MPI_HANDLE_SYNC makes of it

    constexpr CounterName name() const { return {place, generation}; }
    constexpr std::uint64_t word() const {
        return generation | std::uint64_t{place} << generation_bits |
               static_cast<std::uint64_t>(owner) << (generation_bits + slot_bits) |
               std::uint64_t{window} << (generation_bits + slot_bits + owner_bits) |
               std::uint64_t{remote} << (generation_bits + slot_bits + owner_bits + slice_bits);
    }
    static constexpr Handle of(std::uint64_t word) {
        const auto bits = [&word](unsigned count) {
            const std::uint64_t low = word & ((std::uint64_t{1} << count) - 1);
            word >>= count;
            return static_cast<std::uint32_t>(low);
        };
        Handle handle;
        handle.generation = bits(generation_bits);
        handle.place = bits(slot_bits);
        handle.owner = static_cast<Rank>(bits(owner_bits));
        handle.window = static_cast<WindowId>(bits(slice_bits));
        handle.remote = word == 1;
        return handle;
    }
    // The word is one that `word` makes.
    static constexpr bool is_handle(std::uint64_t word) { return word != null_handle && of(word).word() == word; }
};

// For errors, where no more than its place is known: the counter is another rank's, or is no more.
inline std::string text_of(CounterName counter, Rank owner) {
    return "the counter at place " + std::to_string(counter.place) + " of rank " + std::to_string(owner);
}

}  // namespace rmasim::synccount
