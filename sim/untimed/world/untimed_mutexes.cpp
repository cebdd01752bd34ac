#include "sim/untimed/world/untimed_mutexes.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr Actor inside_bit = Actor{1} << 62;
constexpr Word mutex_bit = Word{1} << 62;  // not set in the number of a word of a window
constexpr unsigned owner_shift = 38;
constexpr unsigned window_shift = 32;

}  // namespace

void UntimedMutexes::clear() {
    waits_.assign(waits_.size(), {});
    table_.clear();
}

void UntimedMutexes::touch(MutexId mutex) {
    const Word word = mutex_bit | static_cast<Word>(mutex.owner) << owner_shift |
                      static_cast<Word>(mutex.window) << window_shift | mutex.region;
    footprint_.push_back({word, Touch::write});
}

void UntimedMutexes::lock(Rank rank, MutexId mutex) {
    touch(mutex);
    const bool free = table_.ask(rank, mutex);
    waits_[static_cast<std::size_t>(rank)] = {true, free, true, mutex, step_, 0};
}

void UntimedMutexes::unlock(Rank, MutexId mutex) {
    touch(mutex);
    const Rank next = table_.give_back(mutex);
    if (next == no_rank) return;
    Waiting& waiting = waits_[static_cast<std::size_t>(next)];
    waiting.possible = true;
    waiting.given_by = step_;
}

void UntimedMutexes::pause(Rank rank) { waits_[static_cast<std::size_t>(rank)] = {true, true, false, {}, step_, 0}; }

std::size_t UntimedMutexes::move_count() const {
    const auto possible = [](const Waiting& waiting) { return waiting.possible; };
    return static_cast<std::size_t>(std::count_if(waits_.begin(), waits_.end(), possible));
}

Move* UntimedMutexes::copy_moves_to(Move* at) const {
    for (std::size_t rank = 0; rank < waits_.size(); ++rank) {
        const Waiting& waiting = waits_[rank];
        if (!waiting.possible) continue;
        *at++ = {.kind = Move::Kind::continue_under_mutex,
                 .rank = static_cast<Rank>(rank),
                 .sent_by = waiting.given_by,
                 .enabled_by = waiting.enabled_by,
                 .actor = inside_bit | static_cast<Actor>(rank)};
    }
    return at;
}

std::string UntimedMutexes::text_of(const Move& move) const {
    const Waiting& waiting = waits_[static_cast<std::size_t>(move.rank)];
    if (!waiting.for_mutex) return fmt::format("{} goes on under mutexes", move.rank);
    const MutexId& mutex = waiting.mutex;
    return fmt::format("{} takes mutex {} of rank {} (window {})", move.rank, mutex.region, mutex.owner, mutex.window);
}

}  // namespace rmasim::sim
