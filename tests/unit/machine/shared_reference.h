// A second model of the memory of nodes, as simple as possible. It has a list of the stores of each rank, and a list of
// the overwritten values of each node, byte by byte. The model replays the choices that the real memory made. The real
// memory and the model must ask for the same choices.
#pragma once

#include "sim/machine/memory/memory_choices.h"
#include "sim/machine/memory/shared_memory.h"
#include "sim/machine/memory/stale_read.h"
#include "sim/machine/memory/window_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <limits>
#include <list>
#include <map>
#include <optional>
#include <random>
#include <vector>

namespace rmasim::sim::reference_memory {

// Makes random choices, and records each choice with its alternatives.
class RecordedMemoryChoices final : public MemoryChoices {
public:
    explicit RecordedMemoryChoices(std::uint64_t seed) : random_(seed) {}
    struct Question {
        Rank by;
        std::int64_t moment;  // -1 for a load
        std::vector<MayLeave> stores;
        std::vector<std::int64_t> overwritten;  // only for a load: when each of `values` was overwritten
        std::vector<Bytes> values;
        std::size_t answer;
    };
    std::deque<Question> asked;
    std::deque<std::int64_t> times;
    std::int64_t now = 0;
    unsigned eager = 50;  // percentage of choices in which a store leaves

    std::int64_t now_ps(Rank) const override { return now; }
    std::int64_t leaves_at_ps(Rank, std::uint64_t) override {
        return times.emplace_back(now + static_cast<std::int64_t>(random_() % 50));
    }
    std::size_t leaves_first(Rank by, std::int64_t moment, std::span<const MayLeave> stores) override {
        const bool none = random_() % 100 >= eager;
        const std::size_t answer = none ? stores.size() : random_() % stores.size();
        asked.push_back({by, moment, {stores.begin(), stores.end()}, {}, {}, answer});
        return answer;
    }
    std::size_t loads(Rank by, std::span<const MayLoad> values) override {
        Question question{by, -1, {}, {}, {}, random_() % values.size()};
        for (const MayLoad& value : values) {
            question.overwritten.push_back(value.overwritten_at_ps);
            question.values.push_back(value.bytes);
        }
        asked.push_back(question);
        return question.answer;
    }

private:
    std::mt19937_64 random_;
};

class ReferenceMemory {
public:
    static constexpr Rank ranks = 5;
    static constexpr Rank per_node = 3;         // ranks 0 to 2 are on one node, 3 and 4 on another
    static constexpr std::uint64_t part = 100;  // bytes of a rank's window segment: two cache lines
    static constexpr std::uint64_t padded = 128;

    ReferenceMemory(const MemorySettings& settings, RecordedMemoryChoices& choices)
        : settings_(settings), choices_(choices) {}

    using Data = std::vector<std::byte>;
    // Access bytes from `at` on in the owner's segment. The bytes are one or more whole elements.
    Data load(Rank by, Rank owner, std::uint64_t at, std::size_t bytes);
    void store(Rank by, Rank owner, std::uint64_t at, const Data& data);
    // The three steps of an atomic operation.
    void prepare(Rank by, Rank owner, std::uint64_t at, std::size_t bytes);
    Data fetch(Rank by, Rank owner, std::uint64_t at, std::size_t bytes);
    void change(Rank by, Rank owner, std::uint64_t at, const Data& data);
    void mem_sync(Rank by);
    // Records a MEM_SYNC that was omitted.
    void omit(Rank by, MemSync sync_point) { omitted_[by].push_back({clock_++, sync_point}); }
    // Returns the stale loads of one window that the omitted MEM_SYNCs would have prevented.
    const std::vector<StaleRead>& stale() const { return stale_; }
    void drain_store_buffers(Rank by);
    bool settled(Rank rank);
    const MemoryCounts& counts() const { return counts_; }
    // Both functions affect the cache lines of the owner's segment with bytes from `at` on. `flush` returns the number
    // of dirty lines, and `invalidate` returns the number of lines.
    std::size_t flush(Rank by, Rank owner, std::uint64_t at, std::uint64_t bytes);
    std::size_t invalidate(Rank by, Rank owner, std::uint64_t at, std::uint64_t bytes);
    void renew(Rank owner);
    Data content(Rank owner, std::uint64_t at, std::size_t bytes) const;

private:
    using Word = std::pair<Rank, std::uint64_t>;  // the owner of the segment, and the index of the word in the segment
    using Octet = std::array<std::byte, 8>;
    using Mask = std::array<bool, 8>;
    struct Store {
        Word word;
        Mask mask;
        Octet bytes;
        std::int64_t leaves_at;
        std::uint64_t when;
    };
    struct Omitted {
        std::uint64_t when;
        MemSync sync_point;
    };
    struct Old {
        Word word;
        Mask mask;
        Octet bytes;  // the word before
        Rank by;
        std::uint64_t when;
        std::int64_t at;
        std::optional<Omitted> due;  // an omitted MEM_SYNC, with which the overwriting store would have come earlier
    };
    struct Value {
        Octet bytes;
        std::uint64_t since;  // time of the first store that overwrote it; 0 for the current value
        std::int64_t at;
        std::uint64_t last;  // time of the last of these stores
    };
    // A store that reached memory late, and overwrote newer stores.
    struct Late {
        Word word;
        Mask mask;
        Rank rank;
        MemSync sync_point;
    };
    struct Line {
        Word first;
        std::array<Octet, 8> words{};
        std::array<Mask, 8> dirty{};
        bool is_dirty() const { return dirty != std::array<Mask, 8>{}; }
    };
    using Lines = std::list<Line>;  // the most recently used line is first
    static std::uint64_t end_of(std::uint64_t at, std::uint64_t bytes) {
        return bytes > padded - at ? padded : at + bytes;
    }
    static bool overlap(const Mask& a, const Mask& b) {
        for (std::size_t i = 0; i < 8; ++i) {
            if (a[i] && b[i]) return true;
        }
        return false;
    }
    static void lay(Octet& under, const Octet& over, const Mask& mask) {
        for (std::size_t i = 0; i < 8; ++i) {
            if (mask[i]) under[i] = over[i];
        }
    }
    template <class Use>  // called for each word
    static void for_words(Rank owner, std::uint64_t at, std::size_t bytes, Use use) {
        for (std::size_t done = 0; done < bytes;) {
            const std::uint64_t byte = at + done;
            const std::size_t count = std::min<std::size_t>(bytes - done, 8 - byte % 8);
            Mask mask{};
            for (std::size_t i = 0; i < count; ++i) mask[byte % 8 + i] = true;
            use(Word{owner, byte / 8}, mask, byte % 8, done, count);
            done += count;
        }
    }
    Octet cached_load(Rank by, const Word& word, const Mask& mask);
    void cached_store(Rank by, const Word& word, const Octet& bytes, const Mask& mask);
    Lines::iterator find_line(Rank by, const Word& word);
    Line& line_with(Rank by, const Word& word);
    void write_back(Rank by, Line& line);
    Octet load_word(Rank by, const Word& word, const Mask& mask);
    Octet early(Rank by, const Word& word, const Mask& mask);
    void store_word(Rank by, const Word& word, const Octet& bytes, const Mask& mask);
    void touch(Rank by, const Word& word, const Mask& mask, std::int64_t moment);
    void leave_upto(Rank rank, std::size_t index, std::int64_t moment);
    void leave(Rank rank, std::size_t index, std::int64_t moment);
    void drain(Rank rank, std::int64_t moment) {
        while (!buffers_[rank].empty()) leave(rank, 0, moment);
    }
    void overwrite(Rank by, const Word& word, const Octet& bytes, const Mask& mask, std::int64_t at);
    std::optional<Omitted> first_omitted(Rank rank, std::uint64_t after) const;
    Mask written_by_others(Rank rank, const Word& word, std::uint64_t since) const;
    void blame(Rank reader, const Word& word, const Mask& wrong, Rank rank, MemSync sync_point);
    void blame_one_of_two(Rank reader, const Word& word, const Mask& wrong, Rank writer, const Omitted& omitted);
    void blame_early(Rank reader, const Word& word, const Mask& mask, const Value& value);
    void blame_stores(Rank reader, const Word& word, const Mask& mask, const Octet& got, bool early);
    bool is_early() const { return settings_.order == MemoryOrder::weak && settings_.stale_words > 0; }
    RecordedMemoryChoices::Question next_question();

    MemorySettings settings_;
    RecordedMemoryChoices& choices_;
    std::map<Word, Octet> memory_;
    std::map<Rank, std::vector<Store>> buffers_;
    std::map<Rank, std::vector<Old>> old_;  // by node
    std::map<Rank, Lines> caches_;
    std::map<Rank, bool> draining_;
    std::map<Rank, std::uint64_t> synced_;
    std::map<std::pair<Rank, Word>, std::uint64_t> seen_;
    std::map<Rank, std::vector<Omitted>> omitted_;  // since the last MEM_SYNC
    std::vector<Late> late_;
    std::vector<StaleRead> stale_;
    MemoryCounts counts_;
    std::uint64_t clock_ = 1;
};

}  // namespace rmasim::sim::reference_memory
