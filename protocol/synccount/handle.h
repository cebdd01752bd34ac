// MPI_Sync, the handle of a counter of a process (SC-SYNC-1, SC-SYNC-2). Programs store a handle as one word.
#pragma once

#include "protocol/base/types.h"

#include <string>

namespace rmasim::synccount {

inline constexpr std::uint64_t null_handle = 0;  // MPI_SYNC_NULL

// The name of a counter among the counters of its process, without the process.
struct CounterName {
    std::uint32_t slot = 0;        // index among the counters of the process
    std::uint32_t generation = 0;  // number of times that the slot was allocated, from 1
};

// The fields of a handle. In a word, from the lowest bit: 16 bits generation, 16 bits slot, 24 bits rank, 6 bits
// window, 1 bit `remote`.
struct Handle {
    static constexpr unsigned generation_bits = 16, slot_bits = 16, owner_bits = 24, window_bits = 6;
    static constexpr std::uint32_t last_generation = (1u << generation_bits) - 1;
    static constexpr std::uint32_t max_slots = 1u << slot_bits;
    static constexpr Rank max_owners = 1 << owner_bits;  // only ranks less than this can have counters
    static constexpr std::uint32_t max_windows = 1u << window_bits;

    Rank owner = no_rank;
    std::uint32_t slot = 0;
    std::uint32_t generation = 0;
    WindowId window = 0;
    bool remote = false;  // true for a handle that MPI_HANDLE_SYNC has transferred

    constexpr CounterName name() const { return {slot, generation}; }
    constexpr std::uint64_t word() const {
        return generation | std::uint64_t{slot} << generation_bits |
               static_cast<std::uint64_t>(owner) << (generation_bits + slot_bits) |
               std::uint64_t{window} << (generation_bits + slot_bits + owner_bits) |
               std::uint64_t{remote} << (generation_bits + slot_bits + owner_bits + window_bits);
    }
    static constexpr Handle of(std::uint64_t word) {
        const auto bits = [&word](unsigned count) {
            const std::uint64_t low = word & ((std::uint64_t{1} << count) - 1);
            word >>= count;
            return static_cast<std::uint32_t>(low);
        };
        Handle handle;
        handle.generation = bits(generation_bits);
        handle.slot = bits(slot_bits);
        handle.owner = static_cast<Rank>(bits(owner_bits));
        handle.window = static_cast<WindowId>(bits(window_bits));
        handle.remote = word == 1;
        return handle;
    }
    // True if `word()` of some handle can return this word.
    static constexpr bool is_handle(std::uint64_t word) { return word != null_handle && of(word).word() == word; }
};

// Returns a text for errors about a counter that belongs to another rank or is freed: it can only be named by its slot.
inline std::string text_of(CounterName counter, Rank owner) {
    return "the counter with index " + std::to_string(counter.slot) + " of rank " + std::to_string(owner);
}

}  // namespace rmasim::synccount
