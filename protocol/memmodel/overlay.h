// Bytes that differ, or may differ, from those of some memory: runs at their offsets.
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
    // Sets those bytes from `begin` on that are not in the overlay yet.
    void keep(std::uint64_t begin, std::span<const std::byte> bytes);
    void erase(std::uint64_t begin, std::uint64_t end);
    // Replaces those of `bytes`, which begin at `begin`, that are in the overlay.
    void patch(std::uint64_t begin, std::span<std::byte> bytes) const;
    // Returns the runs in ascending order.
    const std::map<std::uint64_t, std::vector<std::byte>>& runs() const { return runs_; }

private:
    std::map<std::uint64_t, std::vector<std::byte>> runs_;  // by their first byte; they do not overlap
};

}  // namespace rmasim::memmodel
