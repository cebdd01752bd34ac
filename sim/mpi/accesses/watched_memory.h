// The watched memory of the programs: windows, and the buffers of operations and requests in progress. In programs with
// threads, buffers stay watched until their memory is freed. The reason is that another thread may access a buffer long
// after the operation without being ordered after the operation. All ranks are in one process. An address identifies
// the rank, unless it is exchanged: each rank has memory of its own there while it runs (sim/mpi/process/images.h).
//
// A program that `rmasim cc --watch` has built tests a mark before each access (sim/mpi/watch/as). Each mark is one
// byte and covers eight bytes of memory. The marks are at a fixed address:
//
//     0  not watched      2  reads need no check
//     3  watched          1  neither reads nor writes need a check, except volatile ones
//     4  the return address of a function whose frame has a watched buffer
//
// Between two synchronisations of a rank, several accesses to a byte are equivalent to one access, and a read after a
// write need not be checked. So an access sets the mark of its bytes to 2 or 1 (the bytes are then known), and the next
// synchronisation restores the mark. At exchanged addresses the marks are those of the rank that runs.
#pragma once

#include "sim/programs/live_programs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

namespace rmasim::sim {

class WatchedMemory {
public:
    // The reasons why bytes are watched. `read_only`: an operation reads the buffer, so other reads are allowed.
    // `kept`: the buffer stays watched until its memory is freed. `polled`: volatile and atomic accesses to a window
    // are reported, and other accesses need no check.
    enum class Use : std::uint8_t { window, shared_window, read_only, written, kept_read_only, kept, polled };

    // Reserves the addresses of the marks. All marks are zero, and marks that are never set take no memory. Returns
    // false if the addresses are not free. Must be called at most once per process.
    static bool reserve_marks();

    // `exchanged` are the exchanged addresses.
    explicit WatchedMemory(std::vector<ByteRun> exchanged);

    void add(Rank rank, const ByteRun& bytes, Use use) { count(in_rank(rank, bytes), use, 1); }
    void remove(Rank rank, const ByteRun& bytes, Use use) { count(in_rank(rank, bytes), use, -1); }
    // Adds a buffer that stays watched until `give_back`. `use` is `kept_read_only` or `kept`. Repeated calls have no
    // further effect.
    void keep(Rank rank, const ByteRun& bytes, Use use);
    bool keeps_any(Rank rank, const ByteRun& bytes) const;
    void give_back(Rank rank, const ByteRun& bytes);
    // Must be called before a rank runs, after another one: the marks of exchanged addresses are then its own.
    void show(Rank rank);
    Rank shown() const { return shown_; }
    // Returns a number that identifies the rank's byte at an address.
    std::uint64_t in_rank(Rank rank, std::uint64_t address) const {
        return is_exchanged(address) ? address | tag_of(rank) : address;
    }

    // Adjacent bytes with the same uses.
    struct Segment {
        std::uint64_t begin = 0, end = 0;
        bool reads = false, writes = false;  // true: such accesses must be checked
        bool shared = false;                 // true: the window is shared, so each single access must be checked
    };
    // Returns the rank's first watched segment that contains the byte or follows it. Returns an empty segment if there
    // is none.
    Segment at_or_behind(Rank rank, std::uint64_t address) const;
    // True if the rank watches one of the bytes.
    bool watches(Rank rank, const ByteRun& bytes) const {
        const Segment segment = at_or_behind(rank, bytes.begin);
        return segment.begin < bytes.end && bytes.begin < segment.end;
    }
    // Marks the bytes as known until `watch_again`: later accesses need no check. All bytes must be in one segment. A
    // mark that also covers other bytes does not change.
    static void is_known(const ByteRun& bytes, bool writes) {
        const std::uint64_t end = down(bytes.end);
        const std::uint8_t known = writes ? 1 : 2;
        for (std::uint64_t at = up(bytes.begin); at < end; at += per_mark) {
            if (mark_of(at) > known) mark_of(at) = known;
        }
    }
    static constexpr std::uint64_t per_mark = 8;  // bytes of memory that a mark covers
    void watch_again(Rank rank, const ByteRun& bytes) { paint(in_rank(rank, bytes)); }
    // Watches, or no longer watches, a return address on the stack. The program then reports when the function returns.
    static void watch_return(std::uint64_t slot, bool watches) { mark_of(slot) = watches ? return_address : 0; }

private:
    // The segments of exchanged addresses are those of tagged ones: the bits above those of an address have the rank.
    static constexpr unsigned address_bits = 47;
    static std::uint64_t tag_of(Rank rank) { return (static_cast<std::uint64_t>(rank) + 1) << address_bits; }
    static std::uint64_t tag_in(std::uint64_t tagged) { return tagged >> address_bits << address_bits; }
    static std::uint64_t untagged(std::uint64_t tagged) { return tagged - tag_in(tagged); }
    bool is_exchanged(std::uint64_t address) const {
        const auto behind =
            std::ranges::upper_bound(exchanged_, address, {}, [](const ByteRun& range) { return range.begin; });
        return behind != exchanged_.begin() && address < std::prev(behind)->end;
    }
    ByteRun in_rank(Rank rank, const ByteRun& bytes) const {
        const std::uint64_t begin = in_rank(rank, bytes.begin);
        return {begin, begin + (bytes.end - bytes.begin)};
    }
    Segment tagged_at_or_behind(std::uint64_t tagged) const;

    static std::uint64_t down(std::uint64_t address) { return address / per_mark * per_mark; }
    static std::uint64_t up(std::uint64_t address) { return down(address + per_mark - 1); }

    static constexpr std::uint64_t first_mark = 0x70000000;
    static constexpr std::uint8_t return_address = 4;
    static std::uint8_t& mark_of(std::uint64_t address) {
        return *reinterpret_cast<std::uint8_t*>(static_cast<std::uintptr_t>(first_mark + untagged(address) / per_mark));
    }
    using Uses = std::array<std::uint32_t, 7>;  // for each Use, how often the bytes are in use
    template <class Change>
    void change(const ByteRun& bytes, Change change_uses);
    void count(const ByteRun& bytes, Use use, int by);
    std::map<std::uint64_t, Uses>::iterator cut(std::uint64_t at);
    void paint(const ByteRun& bytes) const;

    std::map<std::uint64_t, Uses> segments_;  // by first address; each segment ends at the next key
    std::vector<ByteRun> exchanged_;          // in ascending order
    Rank shown_ = 0;                          // the rank whose marks exchanged addresses have
};

}  // namespace rmasim::sim
