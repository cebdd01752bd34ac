// A pool of memory for the payloads of packets in flight. Block sizes are powers of two, with one free list per size.
// So a run in steady state does not allocate memory.
#pragma once

#include "protocol/base/packet.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::sim {

class PayloadPool {
public:
    PayloadPool() = default;
    PayloadPool(const PayloadPool&) = delete;
    PayloadPool& operator=(const PayloadPool&) = delete;
    // Returns a payload of at least `bytes` bytes. The contents of the payload are undefined.
    Payload take(std::size_t bytes);
    void give_back(Payload payload);
    // Returns the number of bytes for which take() was called.
    static std::size_t bytes_of(Payload payload) { return (reinterpret_cast<Header*>(payload.bytes) - 1)->bytes; }
    // Frees all payloads, including those in flight when a run ended.
    void take_all_back();

    // Returns the number of payloads that were taken and not given back. The number is 0 after all packets have been
    // delivered.
    std::uint64_t in_flight() const { return in_flight_; }

private:
    // The header of a block. Its 16 bytes keep payloads aligned. A family that reproduces a library's defect may give a
    // payload back twice. The free list must tolerate that, so `next_free` shares no bytes with the other fields.
    struct Header {
        Header* next_free;
        std::uint64_t size_class : 6;
        std::uint64_t bytes : 58;
    };
    static constexpr std::size_t classes = 48;

    std::array<Header*, classes> free_{};
    // The owner of all blocks. Payloads do not own their blocks: if a run ends in a deadlock, payloads are still in
    // flight, and this vector frees their blocks.
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::uint64_t in_flight_ = 0;
};

}  // namespace rmasim::sim
