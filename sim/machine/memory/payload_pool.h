// Memory for the payloads of packets in flight: blocks of power-of-two sizes with one free list per size, so that a run
// in steady state does not allocate.
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
    // At least `bytes` bytes, contents undefined.
    Payload take(std::size_t bytes);
    void give_back(Payload payload);
    // As many as `take` was asked for.
    static std::size_t bytes_of(Payload payload) { return (reinterpret_cast<Header*>(payload.bytes) - 1)->bytes; }
    // Frees all payloads, including those in flight when a run ended.
    void take_all_back();

    // Payloads taken and not given back: 0 once everything has been delivered.
    std::uint64_t in_flight() const { return in_flight_; }

private:
    // 16 bytes, so that payloads are aligned. A family with a bug may give a payload back twice: the list of free ones
    // has to stand that, so it shares no bytes with the rest.
    struct Header {
        Header* next_free;
        std::uint64_t size_class : 6;
        std::uint64_t bytes : 58;
    };
    static constexpr std::size_t classes = 48;

    std::array<Header*, classes> free_{};
    // Owns all blocks: a run that ends in a deadlock leaves payloads in flight.
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::uint64_t in_flight_ = 0;
};

}  // namespace rmasim::sim
