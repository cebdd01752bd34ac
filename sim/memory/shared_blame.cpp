// Which MEM_SYNC that was left out would have made a load give another value. And what a rank has seen of a word.
#include "sim/memory/shared_memory.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::size_t most_kept = 100;
constexpr std::size_t most_left_out = 256;

}  // namespace

// For the walk over all orders it matters when, before or behind which MEM_SYNC: who is blamed for a load depends on
// it.
void SharedMemory::leave_out(Rank rank, MemSync place) {
    View& own = view(rank);
    for (std::size_t i = 0; i < own.buffer.size(); ++i) note(own.buffer[i].word, Touch::add);
    if (early_) note(any_word, Touch::write);
    // What came before the oldest store and the oldest value that can be loaded blames nobody any more.
    const OldValues& values = history(rank);
    std::uint64_t oldest = own.buffer.empty() ? serial_ : own.buffer[0].serial;
    if (values.size() > 0) oldest = std::min(oldest, values.back(values.size() - 1).serial);
    std::erase_if(own.left_out, [&](const LeftOut& one) { return one.serial <= oldest; });
    if (own.left_out.size() == most_left_out) own.left_out.erase(own.left_out.begin());
    own.left_out.push_back({serial_++, place});
}

// The first MEM_SYNC left out after what has this serial; null: there was none.
const SharedMemory::LeftOut* SharedMemory::first_after(const View& view, std::uint64_t serial) {
    const auto at = std::find_if(view.left_out.begin(), view.left_out.end(),
                                 [serial](const LeftOut& one) { return one.serial > serial; });
    return at == view.left_out.end() ? nullptr : &*at;
}

// `reader` got these bytes although others have overwritten them: one of each of them is enough. Where loads may be
// early it could have got them anyway, unless a MEM_SYNC of its own came after the one left out, or should have.
void SharedMemory::blame_buffers(Rank reader, Word word, Bytes mask, Bytes got, bool early) {
    if (!waiting_.may_have(word)) return;
    const NodeRanks node = node_of(reader);
    for (Rank rank = node.first; rank < node.first + node.size; ++rank) {
        if (rank == reader) continue;
        const View& writer = view(rank);
        for (std::size_t i = 0; i < writer.buffer.size(); ++i) {
            const BufferedStore& store = writer.buffer[i];
            if (store.word != word) continue;
            const LeftOut* const missing = first_after(writer, store.serial);
            if (missing == nullptr) continue;
            const Bytes differing =
                (store.bytes ^ got) & store.mask & mask & ~written_by_others(rank, word, missing->serial);
            if (differing == 0) continue;
            if (early) blame_one_of_two(reader, word, differing, rank, *missing);
            else blame(reader, word, differing, rank, missing->place);
            break;
        }
    }
}

// Had `writer` not left out its MEM_SYNC, the value would have been an old one since then; the reader's own may have
// come after that, or is left out, too.
void SharedMemory::blame_one_of_two(Rank reader, Word word, Bytes differing, Rank writer, const LeftOut& missing) {
    if (missing.serial < view(reader).floor) return blame(reader, word, differing, writer, missing.place);
    const LeftOut* const own = first_after(view(reader), missing.serial);
    if (own != nullptr) blame(reader, word, differing, reader, own->place);
}

// A load gave a value that memory does not have any more.
void SharedMemory::blame_for_early(Rank reader, const MayLoad& value, Word word, Bytes differing) {
    const Overwritten& one = history(reader).find(value.newest);
    if (one.due != 0) return blame_one_of_two(reader, word, differing, one.writer, {one.due, one.missing});
    const LeftOut* const own = first_after(view(reader), one.serial);
    if (own != nullptr) blame(reader, word, differing, reader, own->place);
}

// `store` has just reached memory. With the MEM_SYNC that was left out it would have done so before others' stores that
// came behind that.
void SharedMemory::note_missing(Rank rank, const BufferedStore& store) {
    std::erase_if(late_, [](const Late& late) { return late.mask == 0; });
    const LeftOut* const missing = first_after(view(rank), store.serial);
    if (missing == nullptr) return;
    history(rank).newest().due = missing->serial;
    history(rank).newest().missing = missing->place;
    const Bytes late = written_by_others(rank, store.word, missing->serial) & store.mask;
    if (late != 0) late_.push_back({store.word, late, rank, missing->place});
}

// Bytes of the word that another rank than this one has written since.
Bytes SharedMemory::written_by_others(Rank rank, Word word, std::uint64_t since) {
    const OldValues& values = history(rank);
    Bytes written = 0;
    for (std::size_t i = 0; i < values.size() && values.back(i).serial >= since; ++i) {
        const Overwritten& one = values.back(i);
        if (one.word == word && one.writer != rank) written |= one.mask;
    }
    return written;
}

void SharedMemory::blame_late(Rank reader, Word word, Bytes mask) {
    for (const Late& late : late_) {
        if (late.word != word || (late.mask & mask) == 0) continue;
        blame(reader, word, late.mask & mask, late.rank, late.missing);
    }
}

void SharedMemory::blame(Rank reader, Word word, Bytes differing, Rank rank, MemSync missing) {
    ++stale_read_count_;
    if (stale_reads_.size() == most_kept) return;
    std::size_t byte = 0;
    while ((differing & mask_of(byte, 1)) == 0) ++byte;
    std::size_t window = segments_.size() - 1;
    while (segments_[window].bytes_per_rank == 0 || segments_[window].first > word) --window;
    const Segment& segment = segments_[window];
    const std::size_t in_window = (word - segment.first) * word_bytes + byte;
    stale_reads_.push_back({reader, static_cast<Rank>(in_window / segment.bytes_per_rank),
                            static_cast<WindowId>(window), in_window % segment.bytes_per_rank, rank, missing});
}

std::uint64_t SharedMemory::seen_serial(const View& view, Word word) {
    for (const Seen& seen : view.seen) {
        if (seen.word == word) return seen.serial;
    }
    return 0;
}

void SharedMemory::has_seen(Rank rank, Word word, std::uint64_t serial) {
    View& own = view(rank);
    const OldValues& values = history(rank);
    if (values.size() == 0) return;
    const std::uint64_t oldest = values.back(values.size() - 1).serial;
    // What is older than all values there are says nothing.
    std::erase_if(own.seen, [&](const Seen& seen) { return seen.word == word || seen.serial <= oldest; });
    if (serial > oldest) own.seen.push_back({word, serial});
}

}  // namespace rmasim::sim
