// Caches without coherence: the part of SharedMemory that is above the store buffers.
#include "sim/machine/memory/shared_memory.h"

#include <algorithm>

namespace rmasim::sim {

Bytes SharedMemory::load_word(Rank by, Word word, Bytes mask) {
    if (!view(by).cache) return load_below(by, word, mask);
    return line_with(by, word).bytes[word % line_words];
}

void SharedMemory::store_word(Rank by, Word word, Bytes bytes, Bytes mask) {
    PrivateCache* const cache = view(by).cache.get();
    if (cache != nullptr) {
        CacheLine* const line = write_back_ ? &line_with(by, word) : cache->use(word / line_words);
        if (line != nullptr) {
            Bytes& cached = line->bytes[word % line_words];
            cached = merged(cached, bytes, mask);
            if (write_back_) line->dirty[word % line_words] |= mask;
        }
    }
    if (cache == nullptr || !write_back_) store_below(by, word, bytes, mask);
}

// Returns the cached line of the word. On a miss, fetches the line. If the cache is full, evicts the least recently
// used line first.
CacheLine& SharedMemory::line_with(Rank by, Word word) {
    PrivateCache& cache = *view(by).cache;
    const std::uint64_t number = word / line_words;
    if (CacheLine* const here = cache.use(number)) return *here;
    if (cache.full()) {
        CacheLine& oldest = cache.used_least_recently();
        write_back(by, oldest);
        cache.drop(oldest.number);
    }
    CacheLine& line = cache.add(number);
    for (std::size_t i = 0; i < line_words; ++i) line.bytes[i] = load_below(by, number * line_words + i, all_bytes);
    return line;
}

void SharedMemory::write_back(Rank by, CacheLine& line) {
    if (!line.is_dirty()) return;
    ++counts_.lines_written_back;
    for (std::size_t i = 0; i < line_words; ++i) {
        if (line.dirty[i] != 0) store_below(by, line.number * line_words + i, line.bytes[i], line.dirty[i]);
        line.dirty[i] = 0;
    }
}

void SharedMemory::bypass_cache(Rank by, Word word) {
    PrivateCache& cache = *view(by).cache;
    CacheLine* const line = cache.use(word / line_words);
    if (line == nullptr) return;
    write_back(by, *line);
    cache.drop(line->number);
}

// Calls `use` for each cached line that has bytes of the window part. The first and the last of these lines may also
// have bytes outside of the part.
template <class Use>
void SharedMemory::for_each_line(Rank rank, const WindowPart& part, Use use) {
    constexpr std::uint64_t line_bytes = line_words * word_bytes;
    const Segment& segment = segments_[part.window];
    const std::uint64_t window = segment.first * word_bytes;
    std::uint64_t first = window;
    std::uint64_t end = window + static_cast<std::uint64_t>(ranks_) * segment.bytes_per_rank;
    if (part.owner != no_rank) {
        const std::uint64_t owned = window + static_cast<std::uint64_t>(part.owner) * segment.bytes_per_rank;
        first = owned + std::min<std::uint64_t>(part.first_byte, segment.bytes_per_rank);
        end = first + std::min<std::uint64_t>(part.bytes, owned + segment.bytes_per_rank - first);
    }
    PrivateCache& cache = *view(rank).cache;
    for (CacheLine* line = cache.next(first / line_bytes); line != nullptr && line->number * line_bytes < end;) {
        const std::uint64_t number = line->number;
        use(cache, *line);
        line = cache.next(number + 1);
    }
}

std::uint32_t SharedMemory::flush_cache(Rank rank, const WindowPart& part) {
    if (!view(rank).cache) return 0;
    const std::uint64_t before = counts_.lines_written_back;
    for_each_line(rank, part, [&](PrivateCache&, CacheLine& line) { write_back(rank, line); });
    return static_cast<std::uint32_t>(counts_.lines_written_back - before);
}

// Drops the cached lines. Dirty bytes that were not flushed are lost, as in hardware.
std::uint32_t SharedMemory::invalidate_cache(Rank rank, const WindowPart& part) {
    if (!view(rank).cache) return 0;
    std::uint32_t lines = 0;
    for_each_line(rank, part, [&](PrivateCache& cache, CacheLine& line) {
        cache.drop(line.number);
        ++lines;
    });
    counts_.lines_invalidated += lines;
    return lines;
}

bool SharedMemory::settled(Rank rank) const {
    const View& own = views_[static_cast<std::size_t>(rank)];
    return own.buffer.empty() && !(own.cache && own.cache->any_dirty());
}

}  // namespace rmasim::sim
