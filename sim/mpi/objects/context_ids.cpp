#include "sim/mpi/objects/context_ids.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace rmasim::mpi {

std::uint64_t ContextIds::word(int process, std::size_t index) const {
    const auto& words = used_[static_cast<std::size_t>(process)];
    return index < words.size() ? words[index] : 0;
}

int ContextIds::agree(std::span<const int> processes) {
    for (std::size_t index = 0;; ++index) {
        std::uint64_t used = 0;
        for (const int process : processes) used |= word(process, index);
        if (used == ~std::uint64_t{0}) continue;
        const int bit = std::countr_one(used);
        for (const int process : processes) {
            auto& words = used_[static_cast<std::size_t>(process)];
            if (words.size() <= index) words.resize(index + 1);
            words[index] |= std::uint64_t{1} << bit;
        }
        return static_cast<int>(index) * 64 + bit;
    }
}

void ContextIds::free(int process, int id) {
    used_[static_cast<std::size_t>(process)][static_cast<std::size_t>(id / 64)] &= ~(std::uint64_t{1} << (id % 64));
}

bool ContextIds::is_used(int process, int id) const {
    return (word(process, static_cast<std::size_t>(id / 64)) >> (id % 64) & 1) != 0;
}

}  // namespace rmasim::mpi
