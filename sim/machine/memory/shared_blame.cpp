// Attribution of stale reads. Finds the omitted MEM_SYNC with which a load would have returned another value. Also
// records the newest value of each word that a rank has read.
//
// Serials number the events of a run's memory. Every store, overwrite and MEM_SYNC (also an omitted MEM_SYNC) gets the
// next serial. Example:
//
//   serial   rank 0                             rank 1
//     5      store x = 1, stays in the buffer
//     6      MEM_SYNC fence.before, omitted
//            ... synchronisation, so rank 1 may rely on x = 1 ...
//                                               load x gives 0
//
// The store with serial 5 is still in the store buffer. The first MEM_SYNC that was omitted after this store has serial
// 6. With this MEM_SYNC, the load would have returned 1. So the load is a stale read, which is attributed to
// fence.before of rank 0 (blame_buffers).
//
// There are three more cases:
// - The reader omitted a MEM_SYNC, so it could load an overwritten value (blame_for_early).
// - Writer and reader both omitted a MEM_SYNC (blame_one_of_two).
// - A store left its buffer late and overwrote a newer value of another rank (note_missing, blame_late).
#include "sim/machine/memory/shared_memory.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_kept = 100;
constexpr std::size_t max_left_out = 256;

}  // namespace

// Records an omitted MEM_SYNC. Adds every buffered word to the footprint. The reason: the attribution of a stale read
// depends on the order of this omission and of other ranks' accesses to these words. So `explore` must not treat the
// omission and these accesses as independent.
void SharedMemory::leave_out(Rank rank, MemSync sync_point) {
    View& own = view(rank);
    for (std::size_t i = 0; i < own.buffer.size(); ++i) note(own.buffer[i].word, Touch::add);
    if (early_) note(any_word, Touch::write);
    // An omission that is older than every buffered store and every old value cannot cause a later stale read.
    const OldValues& values = history(rank);
    std::uint64_t oldest = own.buffer.empty() ? serial_ : own.buffer[0].serial;
    if (values.size() > 0) oldest = std::min(oldest, values.back(values.size() - 1).serial);
    std::erase_if(own.left_out, [&](const LeftOut& one) { return one.serial <= oldest; });
    if (own.left_out.size() == max_left_out) own.left_out.erase(own.left_out.begin());
    own.left_out.push_back({serial_++, sync_point});
}

// Returns the first MEM_SYNC that was omitted after `serial`; null if there is none.
const SharedMemory::LeftOut* SharedMemory::first_after(const View& view, std::uint64_t serial) {
    const auto at = std::find_if(view.left_out.begin(), view.left_out.end(),
                                 [serial](const LeftOut& one) { return one.serial > serial; });
    return at == view.left_out.end() ? nullptr : &*at;
}

// Finds buffered stores that should have reached memory before `reader` loaded the bytes `got`. Reports at most one
// store of each writer. `early` is true if loads may be early. Then the load might have returned the old value even if
// the writer had executed its MEM_SYNC. So the reader's own MEM_SYNCs decide (blame_one_of_two).
void SharedMemory::blame_buffers(Rank reader, Word word, Bytes mask, Bytes got, bool early) {
    if (!waiting(reader).may_have(word)) return;
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
            else blame(reader, word, differing, rank, missing->sync_point);
            break;
        }
    }
}

// Attributes a stale read if both ranks may have omitted a MEM_SYNC. `missing` is the MEM_SYNC that the writer omitted.
// With it, the value that `reader` loaded would have been overwritten at the time of `missing`. There are three cases.
// If the reader executed a later MEM_SYNC, the writer's omission is the cause. If the reader omitted a later MEM_SYNC,
// the reader's omission is the cause. Otherwise the load was allowed to return the old value.
void SharedMemory::blame_one_of_two(Rank reader, Word word, Bytes differing, Rank writer, const LeftOut& missing) {
    if (missing.serial < view(reader).floor) return blame(reader, word, differing, writer, missing.sync_point);
    const LeftOut* const own = first_after(view(reader), missing.serial);
    if (own != nullptr) blame(reader, word, differing, reader, own->sync_point);
}

// Attributes a load that returned an overwritten value.
void SharedMemory::blame_for_early(Rank reader, const MayLoad& value, Word word, Bytes differing) {
    const Overwritten& one = history(reader).find(value.newest);
    if (one.due != 0) return blame_one_of_two(reader, word, differing, one.writer, {one.due, one.missing});
    const LeftOut* const own = first_after(view(reader), one.serial);
    if (own != nullptr) blame(reader, word, differing, reader, own->sync_point);
}

// Checks a store that has just reached memory. If the rank omitted a MEM_SYNC after the store, the store should have
// reached memory before that MEM_SYNC. Bytes that other ranks have written since that MEM_SYNC are newer, and the store
// has overwritten them. These bytes are recorded in `late_`.
void SharedMemory::note_missing(Rank rank, const BufferedStore& store) {
    std::erase_if(late_, [](const Late& late) { return late.mask == 0; });
    const LeftOut* const missing = first_after(view(rank), store.serial);
    if (missing == nullptr) return;
    history(rank).newest().due = missing->serial;
    history(rank).newest().missing = missing->sync_point;
    const Bytes late = written_by_others(rank, store.word, missing->serial) & store.mask;
    if (late != 0) late_.push_back({store.word, late, rank, missing->sync_point});
}

// Returns the mask of the bytes of the word that ranks other than `rank` have written since serial `since`.
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
    if (stale_reads_.size() == max_kept) return;
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
    // Entries that are not newer than the oldest kept value are not needed, since they exclude no value.
    std::erase_if(own.seen, [&](const Seen& seen) { return seen.word == word || seen.serial <= oldest; });
    if (serial > oldest) own.seen.push_back({word, serial});
}

}  // namespace rmasim::sim
