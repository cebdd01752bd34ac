// The project's random number generator, SplitMix64. Other programs can reproduce its numbers from this definition:
//
//   state += 0x9E3779B97F4A7C15;  z = state;
//   z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
//   z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
//   next = z ^ (z >> 31)                                      (all modulo 2^64)
//
// A rank's stream starts at state = seed + (rank + 1) * 0xD1B54A32D192ED03. A random number below n is the high 64 bits
// of next * n (128-bit product). The generator calls `next` once for it, without rejection; the bias is below n / 2^64.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace rmasim::sim {

class Random {
public:
    Random(std::uint64_t seed, std::uint64_t stream) : state_(seed + (stream + 1) * 0xD1B54A32D192ED03u) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    // A random number in [0, n). `n` must not be 0.
    std::uint64_t below(std::uint64_t n) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * n) >> 64);
    }

private:
    std::uint64_t state_;
};

// Returns true with a probability of `percent` / 100.
inline bool chance(Random& random, unsigned percent) { return random.below(100) < percent; }
template <class T>
T one_of(Random& random, std::initializer_list<T> choices) {
    return choices.begin()[random.below(choices.size())];
}

}  // namespace rmasim::sim
