// A vector with a tick for each thread. Several clocks may share a vector, so the vector counts its owners. The count
// is not atomic, because all owners belong to one checker, which one thread executes. The atomic count of
// std::shared_ptr would be slower, since clocks are copied in every access and every call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace rmasim::memmodel {

using Tick = std::uint32_t;  // the number of a step of a thread, from 1; 0 is before all steps

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
    Ticks& operator=(const Ticks& other) {
        if (other.block_ != nullptr) ++other.block_[0];
        leave();
        block_ = other.block_;
        return *this;
    }
    Ticks& operator=(Ticks&& other) noexcept {
        if (this == &other) return *this;
        leave();
        block_ = std::exchange(other.block_, nullptr);
        return *this;
    }
    ~Ticks() { leave(); }

    bool exists() const { return block_ != nullptr; }
    bool shared() const { return block_ != nullptr && block_[0] > 1; }
    std::size_t size() const { return block_[1]; }
    std::span<const Tick> all() const { return {block_ + 2, size()}; }
    // Precondition: the vector has only one owner (not shared()).
    Tick* begin() { return block_ + 2; }
    // Returns 0 for a thread that was added after the vector was created.
    Tick operator[](std::size_t thread) const { return thread < size() ? block_[thread + 2] : 0; }
    // True if both objects share one vector. Entries are not compared.
    friend bool operator==(const Ticks&, const Ticks&) = default;

private:
    void leave() {
        if (block_ != nullptr && --block_[0] == 0) delete[] block_;
    }
    Tick* block_ = nullptr;  // the number of owners, the number of entries, the entries
};

}  // namespace rmasim::memmodel
