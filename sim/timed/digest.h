// A hash of the sequence of all events: equal digests mean the same events at the same times in the same order.
#pragma once

#include "sim/machine/engine/event.h"
#include "sim/machine/engine/time.h"

#include <array>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace rmasim::sim {

class Digest {
public:
    Digest();
    ~Digest();
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;

    void add(Time now, Event event) {
        if (count_ + words_an_event > words_at_a_time) [[unlikely]]
            flush();
        if (event.has_packet()) add_packet(now, event);
        else add_without_packet(now, event);
    }
    std::string hex();  // 16 digits
    // A digest of digests, one behind the other.
    static std::string of_digests(std::string_view digests);

private:
    static constexpr std::size_t words_an_event = 6;  // at most
    static constexpr std::uint64_t of_empty_packet =
        static_cast<std::uint64_t>(Packet{}.kind) << 48 | static_cast<std::uint64_t>(Packet{}.window);
    static constexpr std::size_t words_at_a_time = 1024;

    // As if its packet were empty. Word by word: to copy them from an array makes each copy wait for the array's
    // stores.
    void add_without_packet(Time now, Event event) {
        std::uint64_t* to = words_.data() + count_;
        *to++ = static_cast<std::uint64_t>(now);
        *to++ = std::uint64_t{event.thread()} << 32 | static_cast<std::uint64_t>(event.rank());
        *to++ = static_cast<std::uint64_t>(event.kind()) << 56 | of_empty_packet;
        *to++ = 0;
        *to++ = 0;
        count_ += 5;
    }
    void add_packet(Time now, Event event);
    void flush();

    XXH3_state_s* state_;
    std::size_t count_ = 0;  // buffered words: hashing many at once is faster
    std::array<std::uint64_t, words_at_a_time> words_;
};

}  // namespace rmasim::sim
