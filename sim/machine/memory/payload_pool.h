// Memory for the payloads of packets in flight: blocks of power-of-two sizes with one free list per size. A run in
// steady state does not allocate.
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
    // A payload of at least `bytes` bytes. Its contents are undefined.
    Payload take(std::size_t bytes);
    void give_back(Payload payload);
    // The number of bytes requested from `take`.
    static std::size_t bytes_of(Payload payload) { return (reinterpret_cast<Header*>(payload.bytes) - 1)->bytes; }
    // Frees all payloads, including those in flight when a run ended.
    void take_all_back();

    // The number of payloads taken and not given back. It is 0 after everything has been delivered.
    std::uint64_t in_flight() const { return in_flight_; }

private:
    // Its 16 bytes keep payloads aligned. A family with a defect may give a payload back twice. The free list must
    // tolerate that, so it shares no bytes with the other fields.
    struct Header {
        Header* next_free;
        std::uint64_t size_class : 6;
        std::uint64_t bytes : 58;
    };
    static constexpr std::size_t classes = 48;

    std::array<Header*, classes> free_{};
    // Owns all blocks, because a run that ends in a deadlock leaves payloads in flight.
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::uint64_t in_flight_ = 0;
};

}  // namespace rmasim::sim
