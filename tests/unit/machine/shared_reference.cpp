#include "tests/unit/machine/shared_reference.h"

namespace rmasim::sim::reference_memory {

RecordedMemoryChoices::Question ReferenceMemory::next_question() {
    if (choices_.asked.empty()) {
        ADD_FAILURE() << "nobody asked this";
        return {0, 0, {}, {}, {}, 0};
    }
    RecordedMemoryChoices::Question question = choices_.asked.front();
    choices_.asked.pop_front();
    return question;
}

ReferenceMemory::Data ReferenceMemory::content(Rank owner, std::uint64_t at, std::size_t bytes) const {
    Data data(bytes);
    for (std::size_t i = 0; i < bytes; ++i) {
        const auto word = memory_.find({owner, (at + i) / 8});
        if (word != memory_.end()) data[i] = word->second[(at + i) % 8];
    }
    return data;
}

ReferenceMemory::Data ReferenceMemory::load(Rank by, Rank owner, std::uint64_t at, std::size_t bytes) {
    Data data(bytes);
    for_words(owner, at, bytes,
              [&](Word word, const Mask& mask, std::size_t first, std::size_t done, std::size_t count) {
                  const Octet got = cached_load(by, word, mask);
                  std::copy_n(got.begin() + static_cast<std::ptrdiff_t>(first), count,
                              data.begin() + static_cast<std::ptrdiff_t>(done));
              });
    return data;
}

void ReferenceMemory::store(Rank by, Rank owner, std::uint64_t at, const Data& data) {
    for_words(owner, at, data.size(),
              [&](Word word, const Mask& mask, std::size_t first, std::size_t done, std::size_t count) {
                  Octet bytes{};
                  std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(done), count,
                              bytes.begin() + static_cast<std::ptrdiff_t>(first));
                  cached_store(by, word, bytes, mask);
              });
}

ReferenceMemory::Octet ReferenceMemory::load_word(Rank by, const Word& word, const Mask& mask) {
    Mask missing = mask;
    Octet own{};
    for (const Store& one : buffers_[by]) {
        if (one.word != word) continue;
        lay(own, one.bytes, one.mask);
        for (std::size_t i = 0; i < 8; ++i) missing[i] = missing[i] && !one.mask[i];
    }
    if (missing == Mask{}) return own;
    touch(by, word, missing, choices_.now);
    Octet value = is_early() ? early(by, word, missing) : memory_[word];
    blame_stores(by, word, missing, value, is_early());
    for (std::size_t i = 0; i < 8; ++i) {
        if (!missing[i]) value[i] = own[i];
    }
    return value;
}

// Back in time until the rank synchronised, has seen the word, or has written it.
ReferenceMemory::Octet ReferenceMemory::early(Rank by, const Word& word, const Mask& mask) {
    const std::uint64_t min = std::max(synced_[by], seen_[{by, word}]);
    std::vector<Value> values{{memory_[word], 0, 0, 0}};
    Octet bytes = memory_[word];
    const std::vector<Old>& old = old_[by / per_node];
    for (auto one = old.rbegin(); one != old.rend() && one->when >= min; ++one) {
        if (one->word != word) continue;
        if (one->by == by) break;
        lay(bytes, one->bytes, one->mask);
        const auto same = std::find_if(values.begin(), values.end(), [&](const Value& value) {
            for (std::size_t i = 0; i < 8; ++i) {
                if (mask[i] && value.bytes[i] != bytes[i]) return false;
            }
            return true;
        });
        if (same == values.end()) values.push_back({bytes, one->when, one->at, one->when});
        else same->since = one->when, same->at = one->at;
    }
    std::size_t taken = 0;
    if (values.size() > 1) {
        const RecordedMemoryChoices::Question question = next_question();
        EXPECT_EQ(question.by, by);
        EXPECT_EQ(question.moment, -1);
        EXPECT_EQ(question.values.size(), values.size());
        for (std::size_t i = 0; i < std::min(values.size(), question.values.size()); ++i) {
            EXPECT_EQ(question.overwritten[i], values[i].at) << i;
            Octet reported;
            std::memcpy(reported.data(), &question.values[i], 8);
            for (std::size_t k = 0; k < 8; ++k)
                EXPECT_TRUE(!mask[k] || reported[k] == values[i].bytes[k]) << i << ' ' << k;
        }
        taken = std::min(question.answer, values.size() - 1);
    }
    const Value value = values[taken];
    if (values.size() > 1 || value.since != 0) seen_[{by, word}] = value.since == 0 ? clock_ : value.since;
    if (taken == 0) return value.bytes;
    ++counts_.loads_overtaken;
    blame_early(by, word, mask, value);
    return value.bytes;
}

void ReferenceMemory::store_word(Rank by, const Word& word, const Octet& bytes, const Mask& mask) {
    if (settings_.order == MemoryOrder::sc) return overwrite(by, word, bytes, mask, 0);
    std::vector<Store>& buffer = buffers_[by];
    if (choices_.times.empty()) {
        ADD_FAILURE() << "this store is not buffered";
        return;
    }
    std::int64_t leaves_at = choices_.times.front();
    choices_.times.pop_front();
    if (settings_.order == MemoryOrder::tso && !buffer.empty())
        leaves_at = std::max(leaves_at, buffer.back().leaves_at);
    buffer.push_back({word, mask, bytes, leaves_at, clock_++});
    if (buffer.size() > static_cast<std::size_t>(settings_.store_buffer)) leave_upto(by, 0, choices_.now);
}

void ReferenceMemory::touch(Rank by, const Word& word, const Mask& mask, std::int64_t moment) {
    for (;;) {
        std::vector<MayLeave> may;
        for (Rank rank = 0; rank < ranks; ++rank) {
            if (rank == by || rank / per_node != by / per_node || draining_[rank]) continue;
            const std::vector<Store>& buffer = buffers_[rank];
            for (std::size_t i = 0; i < buffer.size(); ++i) {
                if (buffer[i].word != word || !overlap(buffer[i].mask, mask)) continue;
                may.push_back({rank, i, buffer[i].leaves_at});
                break;
            }
        }
        if (may.empty()) return;
        const RecordedMemoryChoices::Question question = next_question();
        EXPECT_EQ(question.by, by);
        EXPECT_EQ(question.moment, moment);
        EXPECT_EQ(question.stores.size(), may.size());
        for (std::size_t i = 0; i < std::min(may.size(), question.stores.size()); ++i) {
            EXPECT_EQ(question.stores[i].rank, may[i].rank);
            EXPECT_EQ(question.stores[i].index, may[i].index);
            EXPECT_EQ(question.stores[i].leaves_at_ps, may[i].leaves_at_ps);
        }
        if (question.answer >= may.size() || testing::Test::HasFailure()) return;
        const MayLeave first = may[question.answer];
        leave_upto(first.rank, first.index, std::min(moment, first.leaves_at_ps));
    }
}

// tso: with all stores before it; weak: with those to the same word.
void ReferenceMemory::leave_upto(Rank rank, std::size_t index, std::int64_t moment) {
    const Word word = buffers_[rank][index].word;
    std::size_t left = 0;
    for (std::size_t i = 0; i <= index; ++i) {
        const bool leaves = settings_.order == MemoryOrder::tso || buffers_[rank][i - left].word == word;
        if (leaves) leave(rank, i - left++, moment);
    }
}

void ReferenceMemory::leave(Rank rank, std::size_t index, std::int64_t moment) {
    const Store store = buffers_[rank][index];
    buffers_[rank].erase(buffers_[rank].begin() + static_cast<std::ptrdiff_t>(index));
    const std::int64_t at = std::min(moment, store.leaves_at);
    draining_[rank] = true;
    touch(rank, store.word, store.mask, at);
    draining_[rank] = false;
    overwrite(rank, store.word, store.bytes, store.mask, at);
    const auto omitted = first_omitted(rank, store.when);
    if (!omitted) return;
    old_[rank / per_node].back().due = omitted;
    Mask late = written_by_others(rank, store.word, omitted->when);
    for (std::size_t i = 0; i < 8; ++i) late[i] = late[i] && store.mask[i];
    late_.push_back({store.word, late, rank, omitted->sync_point});
}

void ReferenceMemory::overwrite(Rank by, const Word& word, const Octet& bytes, const Mask& mask, std::int64_t at) {
    std::vector<Old>& old = old_[by / per_node];
    old.push_back({word, mask, memory_[word], by, clock_++, at, {}});
    for (Late& one : late_) {
        for (std::size_t i = 0; i < 8 && one.word == word; ++i) one.mask[i] = one.mask[i] && !mask[i];
    }
    const auto max = static_cast<std::size_t>(is_early() ? settings_.stale_words : settings_.store_buffer);
    if (old.size() > max) old.erase(old.begin(), old.end() - static_cast<std::ptrdiff_t>(max));
    lay(memory_[word], bytes, mask);
}

void ReferenceMemory::prepare(Rank by, Rank owner, std::uint64_t at, std::size_t bytes) {
    for_words(owner, at, bytes, [&](Word word, const Mask& mask, std::size_t, std::size_t, std::size_t) {
        if (const auto line = find_line(by, word); line != caches_[by].end()) {
            write_back(by, *line);
            caches_[by].erase(line);
        }
        if (settings_.order == MemoryOrder::tso) drain(by, choices_.now);
        for (std::size_t i = buffers_[by].size(); i-- > 0;) {
            if (buffers_[by][i].word != word) continue;
            leave_upto(by, i, choices_.now);
            break;
        }
        touch(by, word, mask, choices_.now);
        blame_stores(by, word, mask, memory_[word], false);
    });
}

ReferenceMemory::Data ReferenceMemory::fetch(Rank by, Rank owner, std::uint64_t at, std::size_t bytes) {
    prepare(by, owner, at, bytes);
    for_words(owner, at, bytes, [&](Word word, const Mask&, std::size_t, std::size_t, std::size_t) {
        seen_[{by, word}] = clock_;
    });
    return content(owner, at, bytes);
}

void ReferenceMemory::change(Rank by, Rank owner, std::uint64_t at, const Data& data) {
    for_words(owner, at, data.size(),
              [&](Word word, const Mask& mask, std::size_t first, std::size_t done, std::size_t count) {
                  Octet bytes{};
                  std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(done), count,
                              bytes.begin() + static_cast<std::ptrdiff_t>(first));
                  overwrite(by, word, bytes, mask, choices_.now);
              });
}

void ReferenceMemory::mem_sync(Rank by) {
    for (const Store& store : buffers_[by]) counts_.stores_drained += store.leaves_at > choices_.now ? 1 : 0;
    drain(by, choices_.now);
    synced_[by] = clock_++;
    omitted_[by].clear();
    std::erase_if(seen_, [by](const auto& one) { return one.first.first == by; });
}

void ReferenceMemory::renew(Rank owner) {
    for (auto& [rank, buffer] : buffers_) {
        std::erase_if(buffer, [owner](const Store& store) { return store.word.first == owner; });
    }
    for (auto& [rank, lines] : caches_) {
        std::erase_if(lines, [owner](const Line& line) { return line.first.first == owner; });
    }
    for (auto& [node, old] : old_) std::erase_if(old, [owner](const Old& one) { return one.word.first == owner; });
    std::erase_if(late_, [owner](const Late& one) { return one.word.first == owner; });
    for (auto& [word, bytes] : memory_) {
        if (word.first == owner) bytes = {};
    }
}

// ---- Whose omission is to blame

std::optional<ReferenceMemory::Omitted> ReferenceMemory::first_omitted(Rank rank, std::uint64_t after) const {
    const auto found = omitted_.find(rank);
    if (found == omitted_.end()) return std::nullopt;
    for (const Omitted& one : found->second) {
        if (one.when > after) return one;
    }
    return std::nullopt;
}

ReferenceMemory::Mask ReferenceMemory::written_by_others(Rank rank, const Word& word, std::uint64_t since) const {
    Mask written{};
    const auto old = old_.find(rank / per_node);
    if (old == old_.end()) return written;
    for (const Old& one : old->second) {
        if (one.when < since || one.word != word || one.by == rank) continue;
        for (std::size_t i = 0; i < 8; ++i) written[i] = written[i] || one.mask[i];
    }
    return written;
}

void ReferenceMemory::blame(Rank reader, const Word& word, const Mask& wrong, Rank rank, MemSync sync_point) {
    const auto first = static_cast<std::uint64_t>(std::find(wrong.begin(), wrong.end(), true) - wrong.begin());
    stale_.push_back({reader, word.first, 0, 8 * word.second + first, rank, sync_point});
}

// The writer's, if the reader has carried out one since; else the reader's, if it has omitted one since.
void ReferenceMemory::blame_one_of_two(Rank reader, const Word& word, const Mask& wrong, Rank writer,
                                       const Omitted& omitted) {
    if (omitted.when < synced_[reader]) return blame(reader, word, wrong, writer, omitted.sync_point);
    if (const auto own = first_omitted(reader, omitted.when)) blame(reader, word, wrong, reader, own->sync_point);
}

// It got a value that memory has no longer.
void ReferenceMemory::blame_early(Rank reader, const Word& word, const Mask& mask, const Value& value) {
    Mask wrong{};
    for (std::size_t i = 0; i < 8; ++i) wrong[i] = mask[i] && value.bytes[i] != memory_[word][i];
    for (const Old& one : old_[reader / per_node]) {
        if (one.when != value.last) continue;
        if (one.due) return blame_one_of_two(reader, word, wrong, one.by, *one.due);
        if (const auto own = first_omitted(reader, one.when)) blame(reader, word, wrong, reader, own->sync_point);
    }
}

// For each other rank: one store that should be in memory, then the stores that arrived too late.
void ReferenceMemory::blame_stores(Rank reader, const Word& word, const Mask& mask, const Octet& got, bool early) {
    for (Rank rank = 0; rank < ranks; ++rank) {
        if (rank == reader || rank / per_node != reader / per_node) continue;
        for (const Store& store : buffers_[rank]) {
            const auto omitted = first_omitted(rank, store.when);
            if (store.word != word || !omitted) continue;
            const Mask newer = written_by_others(rank, word, omitted->when);
            Mask wrong{};
            for (std::size_t i = 0; i < 8; ++i) {
                wrong[i] = store.mask[i] && mask[i] && !newer[i] && store.bytes[i] != got[i];
            }
            if (wrong == Mask{}) continue;
            if (early) blame_one_of_two(reader, word, wrong, rank, *omitted);
            else blame(reader, word, wrong, rank, omitted->sync_point);
            break;
        }
    }
    for (const Late& one : late_) {
        Mask wrong{};
        for (std::size_t i = 0; i < 8; ++i) wrong[i] = mask[i] && one.mask[i];
        if (one.word == word && wrong != Mask{}) blame(reader, word, wrong, one.rank, one.sync_point);
    }
}

// ---- Caches

ReferenceMemory::Octet ReferenceMemory::cached_load(Rank by, const Word& word, const Mask& mask) {
    return settings_.coherent ? load_word(by, word, mask) : line_with(by, word).words[word.second % 8];
}

void ReferenceMemory::cached_store(Rank by, const Word& word, const Octet& bytes, const Mask& mask) {
    const bool write_back = !settings_.coherent && settings_.cache == CachePolicy::write_back;
    if (write_back) line_with(by, word);
    const auto line = find_line(by, word);
    if (line != caches_[by].end()) {
        lay(line->words[word.second % 8], bytes, mask);
        for (std::size_t i = 0; i < 8 && write_back; ++i) line->dirty[word.second % 8][i] |= mask[i];
        caches_[by].splice(caches_[by].begin(), caches_[by], line);
    }
    if (!write_back) store_word(by, word, bytes, mask);
}

ReferenceMemory::Lines::iterator ReferenceMemory::find_line(Rank by, const Word& word) {
    const Word first{word.first, word.second / 8 * 8};
    return std::find_if(caches_[by].begin(), caches_[by].end(),
                        [&first](const Line& one) { return one.first == first; });
}

ReferenceMemory::Line& ReferenceMemory::line_with(Rank by, const Word& word) {
    Lines& lines = caches_[by];
    if (const auto here = find_line(by, word); here != lines.end()) {
        lines.splice(lines.begin(), lines, here);
        return lines.front();
    }
    if (lines.size() == static_cast<std::size_t>(settings_.cache_lines)) {
        write_back(by, lines.back());
        lines.pop_back();
    }
    Line& line = lines.emplace_front();
    line.first = {word.first, word.second / 8 * 8};
    Mask all;
    all.fill(true);
    for (std::size_t i = 0; i < 8; ++i) line.words[i] = load_word(by, {word.first, line.first.second + i}, all);
    return line;
}

void ReferenceMemory::write_back(Rank by, Line& line) {
    counts_.lines_written_back += line.is_dirty() ? 1 : 0;
    for (std::size_t i = 0; i < 8; ++i) {
        if (line.dirty[i] == Mask{}) continue;
        store_word(by, {line.first.first, line.first.second + i}, line.words[i], line.dirty[i]);
        line.dirty[i] = {};
    }
}

std::size_t ReferenceMemory::flush(Rank by, Rank owner, std::uint64_t at, std::uint64_t bytes) {
    std::size_t dirty = 0;
    for (std::uint64_t first = at / 64 * 64; first < end_of(at, bytes); first += 64) {
        const auto line = find_line(by, {owner, first / 8});
        if (line == caches_[by].end() || !line->is_dirty()) continue;
        ++dirty;
        write_back(by, *line);
    }
    return dirty;
}

std::size_t ReferenceMemory::invalidate(Rank by, Rank owner, std::uint64_t at, std::uint64_t bytes) {
    const std::size_t lines = std::erase_if(caches_[by], [&](const Line& line) {
        const std::uint64_t first = line.first.second * 8;
        return line.first.first == owner && bytes > 0 && first < end_of(at, bytes) && first + 64 > at;
    });
    counts_.lines_invalidated += lines;
    return lines;
}

bool ReferenceMemory::settled(Rank rank) {
    const Lines& lines = caches_[rank];
    return buffers_[rank].empty() &&
           std::none_of(lines.begin(), lines.end(), [](const Line& line) { return line.is_dirty(); });
}

void ReferenceMemory::drain_store_buffers(Rank by) {
    std::map<Word, Line*> ascending;
    for (Line& line : caches_[by]) ascending[line.first] = &line;
    for (const auto& [first, line] : ascending) write_back(by, *line);
    drain(by, std::numeric_limits<std::int64_t>::max());
}

}  // namespace rmasim::sim::reference_memory
