#include "sim/mpi/accesses/watched_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::uint64_t marks = std::uint64_t{1} << 44;  // one mark for each eight bytes of 47-bit addresses

enum Mark : std::uint8_t { not_watched = 0, all_known = 1, reads_known = 2, watched = 3 };

using Uses = std::array<std::uint32_t, 7>;

auto& of(auto& uses, WatchedMemory::Use use) { return uses[static_cast<std::size_t>(use)]; }

Mark mark_for(const Uses& uses) {
    using enum WatchedMemory::Use;
    if (of(uses, window) + of(uses, shared_window) + of(uses, written) + of(uses, kept) > 0) return watched;
    if (of(uses, read_only) + of(uses, kept_read_only) > 0) return reads_known;
    return of(uses, polled) > 0 ? all_known : not_watched;
}

}  // namespace

bool WatchedMemory::reserve_marks() {
    void* const address = reinterpret_cast<void*>(static_cast<std::uintptr_t>(first_mark));
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    void* const made = ::mmap(address, marks, PROT_READ | PROT_WRITE, how, -1, 0);
    if (made != address) return false;
    ::madvise(made, marks, MADV_NOHUGEPAGE);  // huge pages would waste memory on few marks
    ::madvise(made, marks, MADV_DONTDUMP);
    return true;
}

WatchedMemory::WatchedMemory(std::vector<ByteRun> exchanged) : exchanged_(std::move(exchanged)) {
    std::ranges::sort(exchanged_, {}, [](const ByteRun& range) { return range.begin; });
}

// Returns the segment that begins at this address. If necessary, splits the segment that contains the address.
std::map<std::uint64_t, Uses>::iterator WatchedMemory::cut(std::uint64_t at) {
    const auto behind = segments_.upper_bound(at);
    if (behind == segments_.begin()) return segments_.emplace_hint(behind, at, Uses{});
    const auto before = std::prev(behind);
    if (before->first == at) return before;
    return segments_.emplace_hint(behind, at, before->second);
}

template <class Change>
void WatchedMemory::change(const ByteRun& bytes, Change change_uses) {
    if (bytes.begin >= bytes.end) return;
    const auto last = cut(bytes.end);
    const auto first = cut(bytes.begin);
    for (auto at = first; at != last; ++at) change_uses(at->second);
    // Merges neighbouring segments with equal uses, and removes segments without uses from the beginning of the map.
    auto at = first == segments_.begin() ? first : std::prev(first);
    while (at != segments_.end() && at->first <= bytes.end) {
        const Uses before = at == segments_.begin() ? Uses{} : std::prev(at)->second;
        at = at->second == before ? segments_.erase(at) : std::next(at);
    }
    paint(bytes);
}

void WatchedMemory::count(const ByteRun& bytes, Use use, int by) {
    change(bytes, [&](Uses& uses) { of(uses, use) += static_cast<std::uint32_t>(by); });
}

void WatchedMemory::keep(Rank rank, const ByteRun& kept, Use use) {
    const ByteRun bytes = in_rank(rank, kept);
    const auto behind = segments_.upper_bound(bytes.begin);
    const bool inside = behind != segments_.begin() && behind != segments_.end() && behind->first >= bytes.end;
    if (inside && of(std::prev(behind)->second, use) > 0) return;  // fast path: most buffers are used repeatedly
    change(bytes, [&](Uses& uses) { of(uses, use) = 1; });
}

bool WatchedMemory::keeps_any(Rank rank, const ByteRun& any) const {
    const ByteRun bytes = in_rank(rank, any);
    auto at = segments_.upper_bound(bytes.begin);
    if (at != segments_.begin()) --at;
    for (; at != segments_.end() && at->first < bytes.end; ++at) {
        const auto behind = std::next(at);
        const bool reaches = behind != segments_.end() && behind->first > bytes.begin;
        if (reaches && of(at->second, Use::kept) + of(at->second, Use::kept_read_only) > 0) return true;
    }
    return false;
}

void WatchedMemory::give_back(Rank rank, const ByteRun& bytes) {
    change(in_rank(rank, bytes), [](Uses& uses) { of(uses, Use::kept) = of(uses, Use::kept_read_only) = 0; });
}

WatchedMemory::Segment WatchedMemory::at_or_behind(Rank rank, std::uint64_t address) const {
    const std::uint64_t tagged = in_rank(rank, address), tag = tag_in(tagged);
    Segment segment = tagged_at_or_behind(tagged);
    if (tag_in(segment.begin) != tag) return {};
    segment.begin -= tag;
    segment.end -= tag;
    return segment;
}

WatchedMemory::Segment WatchedMemory::tagged_at_or_behind(std::uint64_t tagged) const {
    auto at = segments_.upper_bound(tagged);
    if (at != segments_.begin()) --at;
    while (at != segments_.end() && mark_for(at->second) == not_watched) ++at;
    if (at == segments_.end()) return {};
    const Mark mark = mark_for(at->second);
    return {at->first, std::next(at)->first, mark == watched, mark != all_known,
            of(at->second, Use::shared_window) > 0};
}

// Sets the marks of these bytes according to the segments. Also sets the mark before the first byte, because an access
// that begins in the eight bytes of that mark may extend to the watched bytes. Exchanged addresses have the marks of
// one rank: other ranks get theirs when they run.
void WatchedMemory::paint(const ByteRun& bytes) const {
    if (tag_in(bytes.begin) != 0 && tag_in(bytes.begin) != tag_of(shown_)) return;
    const std::uint64_t first = down(bytes.begin) - per_mark, end = up(bytes.end);
    std::memset(&mark_of(first), not_watched, (end - first) / per_mark);
    std::uint64_t from = first;
    const auto next = [this](std::uint64_t at) { return tagged_at_or_behind(at); };
    for (Segment one = next(from); one.begin < end + per_mark && one.end > from; one = next(from)) {
        const std::uint8_t mark = one.reads ? watched : one.writes ? reads_known : all_known;
        const auto raise = [mark](std::uint64_t at, std::uint64_t until) {
            for (; at < until; at += per_mark) mark_of(at) = std::max(mark_of(at), mark);
        };
        const std::uint64_t until = std::min(up(one.end), end);
        const std::uint64_t whole = std::clamp(up(one.begin), first, until);
        const std::uint64_t whole_end = std::clamp(down(one.end), whole, until);
        raise(std::max(down(one.begin) - per_mark, first), whole);
        std::memset(&mark_of(whole), mark, (whole_end - whole) / per_mark);
        raise(whole_end, until);
        from = one.end;
    }
}

// Most ranks watch the same bytes of their variables. So only the marks of segments that differ are set.
void WatchedMemory::show(Rank rank) {
    const Rank before = std::exchange(shown_, rank);
    if (before == rank || segments_.empty() || tag_in(std::prev(segments_.end())->first) == 0) return;
    const auto first_of = [this](Rank one) { return segments_.lower_bound(tag_of(one)); };
    const auto last_of = [this](Rank one) { return segments_.lower_bound(tag_of(one + 1)); };
    auto old = first_of(before), own = first_of(rank);
    const auto old_end = last_of(before), own_end = last_of(rank);
    const auto run_at = [](auto segment, auto end) {
        const auto behind = std::next(segment);
        const std::uint64_t begin = untagged(segment->first);
        return ByteRun{begin, behind == end ? begin : untagged(behind->first)};
    };
    std::vector<ByteRun> differing;
    while (old != old_end || own != own_end) {
        constexpr std::uint64_t none = UINT64_MAX;
        const std::uint64_t of_old = old == old_end ? none : untagged(old->first);
        const std::uint64_t of_own = own == own_end ? none : untagged(own->first);
        if (of_old == of_own) {
            const ByteRun was = run_at(old, old_end), is = run_at(own, own_end);
            if (was.end != is.end || old->second != own->second) differing.insert(differing.end(), {was, is});
            ++old;
            ++own;
        } else if (of_old < of_own) {
            differing.push_back(run_at(old++, old_end));
        } else {
            differing.push_back(run_at(own++, own_end));
        }
    }
    for (const ByteRun& run : differing) {
        if (run.begin < run.end) paint(in_rank(rank, run));
    }
}

}  // namespace rmasim::sim
