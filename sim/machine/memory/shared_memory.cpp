#include "sim/machine/memory/shared_memory.h"

#include "sim/machine/arena/arena.h"
#include "sim/scenario/json/errors.h"

#include <algorithm>
#include <limits>

namespace rmasim::sim {

SharedMemory::SharedMemory(const Scenario& scenario)
    : settings_(scenario.platform.memory), ranks_(scenario.ranks),
      ranks_per_node_(static_cast<Rank>(scenario.platform.ranks_per_node)),
      buffered_(settings_.order != MemoryOrder::sc),
      early_(settings_.order == MemoryOrder::weak && settings_.stale_words > 0),
      remembers_(early_ || !settings_.without_mem_sync.empty()),
      write_back_(settings_.cache == CachePolicy::write_back), views_(static_cast<std::size_t>(scenario.ranks)),
      histories_(static_cast<std::size_t>((scenario.ranks - 1) / ranks_per_node_ + 1)) {
    for (Rank rank = 0; rank < ranks_; ++rank) view(rank).node = static_cast<std::uint32_t>(rank / ranks_per_node_);
    for (Rank rank = 0; rank < ranks_; rank += ranks_per_node_) {
        waiting_.emplace_back(static_cast<std::size_t>(settings_.store_buffer * node_of(rank).size));
    }
    for (const MemSync sync_point : settings_.without_mem_sync) without_.set(static_cast<std::size_t>(sync_point));
    if (!settings_.coherent) {
        for (View& view : views_) {
            view.cache = std::make_unique<PrivateCache>(static_cast<std::size_t>(settings_.cache_lines));
        }
    }
    lay_out(scenario);
    write_footprint(nullptr);
}

// Assigns words to windows. Each rank's segment starts at a cache line, so no line belongs to two ranks.
void SharedMemory::lay_out(const Scenario& scenario) {
    constexpr std::size_t line = line_words * word_bytes;
    for (const WindowSettings& window : scenario.windows) {
        const std::uint64_t padded = window.shared ? (window.bytes.max() / line + 1) * line : 0;
        segments_.push_back({words_, padded});
        words_ += static_cast<std::uint64_t>(ranks_) * padded / word_bytes;
        if (!window.shared || words_ < std::numeric_limits<std::uint64_t>::max() / (2 * word_bytes)) continue;
        throw BadInput("windows." + window.name + ".bytes", std::to_string(window.bytes.max()),
                       "less in shared windows");
    }
    void* const bytes = allocate_zeros(words_, word_bytes);
    if (bytes == nullptr) {
        throw BadInput(
            "windows",
            std::to_string(words_ * word_bytes) + " bytes in shared windows of " + std::to_string(ranks_) + " ranks",
            "windows that fit into this machine's memory, or \"data\": false, which simulates only messages and times");
    }
    block_ = {static_cast<std::byte*>(bytes), &free_zeros};
}

std::byte* SharedMemory::part(WindowId window) const { return address(segments_[window].first); }
std::size_t SharedMemory::bytes_per_rank(WindowId window) const { return segments_[window].bytes_per_rank; }

NodeRanks SharedMemory::node_of(Rank rank) const { return NodeRanks::of(rank, ranks_per_node_, ranks_); }

void SharedMemory::clear() {
    std::memset(block_.get(), 0, words_ * word_bytes);
    for (Rank rank = 0; rank < ranks_; ++rank) {
        View& view = this->view(rank);
        for (std::size_t i = 0; i < view.buffer.size(); ++i) waiting(rank).remove(view.buffer[i].word);
        view.buffer.clear();
        view.floor = 0;
        view.seen.clear();
        view.left_out.clear();
        view.stores = 0;
        view.draining = false;
        if (view.cache) view.cache->clear();
    }
    for (OldValues& values : histories_) values.clear();
    serial_ = 1;
    counts_ = {};
    late_.clear();
    stale_reads_.clear();
    stale_read_count_ = 0;
}

void SharedMemory::note_in_footprint(Word word, Touch touch) { footprint_->push_back({word, touch}); }

void SharedMemory::load(Rank by, const std::byte* from, std::byte* to, std::size_t bytes) {
    if (plain() && footprint_ == nullptr) {
        std::memcpy(to, from, bytes);
        return;
    }
    if (is_word(from, bytes)) {
        const Bytes value = load_word(by, from);
        std::memcpy(to, &value, word_bytes);
        return;
    }
    for_each_word(offset(from), bytes, [&](Word word, std::size_t first, std::size_t count) {
        const Bytes value = load_word(by, word, mask_of(first, count));
        std::memcpy(to, reinterpret_cast<const std::byte*>(&value) + first, count);
        to += count;
    });
}

void SharedMemory::store(Rank by, std::byte* to, const std::byte* from, std::size_t bytes) {
    if (plain() && footprint_ == nullptr) {
        std::memcpy(to, from, bytes);
        return;
    }
    if (is_word(to, bytes)) {
        Bytes value;
        std::memcpy(&value, from, word_bytes);
        return store_word(by, to, value);
    }
    for_each_word(offset(to), bytes, [&](Word word, std::size_t first, std::size_t count) {
        Bytes value = 0;
        std::memcpy(reinterpret_cast<std::byte*>(&value) + first, from, count);
        from += count;
        store_word(by, word, value, mask_of(first, count));
    });
}

Bytes SharedMemory::load_below(Rank by, Word word, Bytes mask) {
    note(word, Touch::read);
    Bytes own = 0;
    Bytes missing = mask;
    if (const BufferedWords& words = waiting(by); words.may_have(word)) {
        if (words.may_have(by, word)) missing = view(by).buffer.forward(word, mask, own);
        if (missing == 0) return own;
        touch(by, word, missing, choices_->now_ps(by));
    }
    const Bytes value = early_ ? early_value(by, word, missing) : memory_word(word);
    if (without_.any()) {
        blame_buffers(by, word, missing, value, early_);
        blame_late(by, word, missing);
    }
    return merged(own, value, missing);
}

// Fills may_load_ with the values that the load may return: the current value, and older values back to the oldest one
// that the rank may still read. Equal values have one entry, which contains the serial of the oldest occurrence, since
// that one restricts later loads least.
void SharedMemory::list_values(Rank by, Word word, Bytes mask) {
    const View& reader = view(by);
    const OldValues& values = history(by);
    const std::uint64_t min_serial = std::max(reader.floor, seen_serial(reader, word));
    may_load_.assign(1, {.bytes = memory_word(word)});
    Bytes bytes = may_load_.front().bytes;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Overwritten& one = values.back(i);
        if (one.serial < min_serial) break;
        if (one.word != word) continue;
        if (one.writer == by) break;
        bytes = merged(bytes, one.bytes, one.mask);
        const auto same = [&](const MayLoad& value) { return ((value.bytes ^ bytes) & mask) == 0; };
        auto at = std::find_if(may_load_.begin(), may_load_.end(), same);
        if (at == may_load_.end()) at = may_load_.insert(at, {.bytes = bytes, .newest = one.serial});
        at->oldest = one.serial;
        at->overwritten_at_ps = one.at_ps;
    }
}

Bytes SharedMemory::early_value(Rank by, Word word, Bytes mask) {
    list_values(by, word, mask);
    const bool open = may_load_.size() > 1;
    const std::size_t taken = open ? choices_->loads(by, may_load_) : 0;
    const MayLoad value = may_load_[taken];
    if (open || value.oldest != 0) has_seen(by, word, value.oldest == 0 ? serial_ : value.oldest);
    if (taken == 0) return value.bytes;
    ++counts_.loads_overtaken;
    if (without_.any()) blame_for_early(by, value, word, (value.bytes ^ memory_word(word)) & mask);
    return value.bytes;
}

void SharedMemory::store_below(Rank by, Word word, Bytes bytes, Bytes mask) {
    if (!buffered_) {
        overwrite(by, word, merged(memory_word(word), bytes, mask), mask, 0);
        return;
    }
    View& writer = view(by);
    const auto max_stores = static_cast<std::size_t>(settings_.store_buffer);
    // This store conflicts with draining, because accesses of other ranks may have drained stores of this rank. The
    // number of drained stores decides if the buffer is full.
    if (++writer.stores > max_stores) note(room_of(by), Touch::add);
    note(word, Touch::add);
    const std::uint64_t serial = serial_++;
    BufferedStore store{word, mask, bytes, serial, choices_->leaves_at_ps(by, serial)};
    if (settings_.order == MemoryOrder::tso && !writer.buffer.empty()) {
        store.leaves_at_ps = std::max(store.leaves_at_ps, writer.buffer.newest().leaves_at_ps);
    }
    if (writer.buffer.size() == max_stores) leave(by, 0, choices_->now_ps(by));
    writer.buffer.push(store);
    waiting_[writer.node].add(by, word);
}

// Prepares an access of `by` to the word in memory. Buffered stores of other ranks to the word may reach memory before
// the access; choices_ decides.
void SharedMemory::touch(Rank by, Word word, Bytes mask, std::int64_t moment_ps) {
    const BufferedWords& words = waiting(by);
    while (words.may_have(word)) {
        const NodeRanks node = node_of(by);
        may_leave_.clear();
        for (Rank rank = node.first; rank < node.first + node.size; ++rank) {
            if (rank == by || !words.may_have(rank, word)) continue;
            const View& other = view(rank);
            if (other.draining) continue;
            const std::size_t index = other.buffer.oldest(word, mask);
            if (index != StoreBuffer::none) may_leave_.push_back({rank, index, other.buffer[index].leaves_at_ps});
        }
        if (may_leave_.empty()) return;
        const std::size_t taken = choices_->leaves_first(by, moment_ps, may_leave_);
        if (taken == may_leave_.size()) return;
        const MayLeave first = may_leave_[taken];
        leave_with_those_before(first.rank, first.index, std::min(moment_ps, first.leaves_at_ps));
    }
}

void SharedMemory::leave_with_those_before(Rank rank, std::size_t index, std::int64_t moment_ps) {
    StoreBuffer& buffer = view(rank).buffer;
    if (settings_.order == MemoryOrder::tso) {
        for (std::size_t left = index + 1; left > 0; --left) leave(rank, 0, moment_ps);
        return;
    }
    const Word word = buffer[index].word;
    for (std::size_t i = 0; i <= index;) {
        if (buffer[i].word != word) {
            ++i;
            continue;
        }
        leave(rank, i, moment_ps);
        if (index-- == 0) return;
    }
}

// Moves a store of the rank from the store buffer to memory. Stores of other ranks to the same bytes may reach memory
// first. The caller is responsible for the order of the rank's own stores. Nested calls skip a rank that is `draining`,
// so they do not change this order.
void SharedMemory::leave(Rank rank, std::size_t index, std::int64_t moment_ps) {
    View& writer = view(rank);
    const BufferedStore store = writer.buffer.take(index);
    BufferedWords& words = waiting_[writer.node];
    words.remove(store.word);
    const std::int64_t at_ps = std::min(moment_ps, store.leaves_at_ps);
    if (words.may_have(store.word)) {
        writer.draining = true;
        touch(rank, store.word, store.mask, at_ps);
        writer.draining = false;
    }
    note(room_of(rank), Touch::read);
    overwrite(rank, store.word, merged(memory_word(store.word), store.bytes, store.mask), store.mask, at_ps);
    if (without_.any()) note_missing(rank, store);
}

void SharedMemory::drain(Rank rank, std::int64_t moment_ps) {
    while (!view(rank).buffer.empty()) leave(rank, 0, moment_ps);
}

void SharedMemory::overwrite(Rank by, Word word, Bytes bytes, Bytes mask, std::int64_t at_ps) {
    note(word, Touch::write);
    const Bytes old = memory_word(word);
    std::memcpy(address(word), &bytes, sizeof bytes);
    if (remembers_) remember({.word = word, .mask = mask, .bytes = old, .writer = by, .at_ps = at_ps});
}

void SharedMemory::remember(Overwritten one) {
    if (early_) note(any_word, Touch::add);
    for (Late& late : late_) {
        if (late.word == one.word) late.mask &= ~one.mask;
    }
    one.serial = serial_++;
    OldValues& values = history(one.writer);
    values.add(one);
    if (!choices_->forgets()) return;
    // Without early loads, old values are only needed to detect stores that left their buffer late.
    values.keep(static_cast<std::size_t>(early_ ? settings_.stale_words : settings_.store_buffer));
}

void SharedMemory::mem_sync(Rank rank, MemSync sync_point) {
    if (without_[static_cast<std::size_t>(sync_point)]) return leave_out(rank, sync_point);
    View& own = view(rank);
    const std::int64_t now_ps = choices_->now_ps(rank);
    for (std::size_t i = 0; i < own.buffer.size(); ++i) counts_.stores_drained += own.buffer[i].leaves_at_ps > now_ps;
    drain(rank, now_ps);
    if (early_) note(any_word, Touch::read);
    own.floor = serial_++;
    own.seen.clear();
    own.left_out.clear();
    own.stores = 0;
}

void SharedMemory::drain_store_buffers(Rank rank) {
    PrivateCache* const cache = view(rank).cache.get();
    for (CacheLine* line = cache == nullptr ? nullptr : cache->next(0); line != nullptr;) {
        write_back(rank, *line);
        line = cache->next(line->number + 1);
    }
    drain(rank, std::numeric_limits<std::int64_t>::max());
}

}  // namespace rmasim::sim
