// A vector of ticks, by thread, that clocks share. It counts its owners itself: clocks are copied with every access and
// every call, and the counter of std::shared_ptr is atomic. All owners belong to one checker, so to one thread of this
// process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace rmasim::memmodel {

using Tick = std::uint32_t;  // the time of one thread; 0: never

class Ticks {
public:
    Ticks() = default;  // null
    // The entries are not initialised.
    explicit Ticks(std::size_t entries) : block_(new Tick[entries + 2]) {
        block_[0] = 1;
        block_[1] = static_cast<Tick>(entries);
    }
    Ticks(const Ticks& other) : block_(other.block_) {
        if (block_ != nullptr) ++block_[0];
    }
    Ticks(Ticks&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    Ticks& operator=(Ticks other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~Ticks() {
        if (block_ != nullptr && --block_[0] == 0) delete[] block_;
    }

    bool exists() const { return block_ != nullptr; }
    bool shared() const { return block_ != nullptr && block_[0] > 1; }
    std::size_t size() const { return block_[1]; }
    std::span<const Tick> all() const { return {block_ + 2, size()}; }
    // Only for the only owner.
    Tick* begin() { return block_ + 2; }
    // Returns 0 for a thread that was added later.
    Tick operator[](std::size_t thread) const { return thread < size() ? block_[thread + 2] : 0; }
    // True if both are the same vector.
    friend bool operator==(const Ticks&, const Ticks&) = default;

private:
    Tick* block_ = nullptr;  // the number of owners, the number of entries, the entries
};

}  // namespace rmasim::memmodel
