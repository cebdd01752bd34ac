// Bytes that differ, or may differ, from the bytes of a memory: contiguous runs, by offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace rmasim::memmodel {

// A set of runs of bytes over a memory.
class Overlay {
public:
    bool empty() const { return runs_.empty(); }
    void clear() { runs_.clear(); }
    // Sets the bytes from `begin` on.
    void set(std::uint64_t begin, std::span<const std::byte> bytes);
    // Adds those of `bytes` that are not in the overlay yet. The first of `bytes` has offset `begin`.
    void keep(std::uint64_t begin, std::span<const std::byte> bytes);
    void erase(std::uint64_t begin, std::uint64_t end);
    // Replaces those of `bytes` that are in the overlay by the overlay's values. The first of `bytes` has offset
    // `begin`.
    void patch(std::uint64_t begin, std::span<std::byte> bytes) const;
    // Returns the runs in ascending order.
    const std::map<std::uint64_t, std::vector<std::byte>>& runs() const { return runs_; }

private:
    std::map<std::uint64_t, std::vector<std::byte>> runs_;  // by their first byte; they do not overlap
};

}  // namespace rmasim::memmodel
