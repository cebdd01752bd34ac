// Which bytes of the programs are watched: those of windows, and the buffers of operations and requests that are under
// way. Where threads come, buffers stay watched until their memory is given back: another thread may access them long
// after an operation, and yet be ordered neither before nor after it. All ranks are in this process, so an address says
// whose they are.
//
// A program that `rmasim cc --watch` has built looks at a mark before each access, one byte for eight bytes of memory,
// at a fixed place in the address space (sim/mpi/watch/as):
//
//     0  not watched      2  reads are of no interest (any more)
//     3  watched          1  neither reads nor writes are
//
// In an interval of a rank, between two synchronisations, one access to a byte is as good as many, and a write as good
// as a read. So what is known already is marked 2 or 1 until the interval ends.
#pragma once

#include "sim/programs/live_programs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace rmasim::sim {

class WatchedMemory {
public:
    // `read_only`: by whoever has it in use; others may read it, too.
    enum class Use : std::uint8_t { window, shared_window, read_only, written, kept_read_only, kept };

    // Takes the addresses of the marks. They are zero; what is never set takes no memory. Once in a process.
    static bool reserve_marks();

    void add(const ByteRun& bytes, Use use) { count(bytes, use, 1); }
    void remove(const ByteRun& bytes, Use use) { count(bytes, use, -1); }
    // The same of buffers that stay, `kept_read_only` or `kept`; once or more often.
    void keep(const ByteRun& bytes, Use use);
    bool keeps_any(const ByteRun& bytes) const;
    void give_back(const ByteRun& bytes);
    bool empty() const { return segments_.empty(); }

    // Bytes that are all used alike.
    struct Segment {
        std::uint64_t begin = 0, end = 0;
        bool reads = false, writes = false;  // are of interest
        bool shared = false;                 // between ranks: each access is
    };
    // The one that has the byte, or else the next behind it; empty: there is none.
    Segment at_or_behind(std::uint64_t address) const;
    // Until `watch_again` these accesses are of no interest, all bytes of one segment. Marks of which other bytes are
    // watched stay.
    static void is_known(const ByteRun& bytes, bool writes) {
        const std::uint64_t end = down(bytes.end);
        const std::uint8_t known = writes ? 1 : 2;
        for (std::uint64_t at = up(bytes.begin); at < end; at += per_mark) {
            if (mark_of(at) > known) mark_of(at) = known;
        }
    }
    static constexpr std::uint64_t per_mark = 8;  // bytes
    void watch_again(const ByteRun& bytes) { paint(bytes); }

private:
    static std::uint64_t down(std::uint64_t address) { return address / per_mark * per_mark; }
    static std::uint64_t up(std::uint64_t address) { return down(address + per_mark - 1); }

    static constexpr std::uint64_t first_mark = 0x70000000;
    static std::uint8_t& mark_of(std::uint64_t address) {
        return *reinterpret_cast<std::uint8_t*>(static_cast<std::uintptr_t>(first_mark + address / per_mark));
    }
    using Uses = std::array<std::uint32_t, 6>;  // by Use: how many
    template <class Change>
    void change(const ByteRun& bytes, Change change_uses);
    void count(const ByteRun& bytes, Use use, int by);
    std::map<std::uint64_t, Uses>::iterator cut(std::uint64_t at);
    void paint(const ByteRun& bytes) const;

    std::map<std::uint64_t, Uses> segments_;  // from the key to the next one; before the first there is nothing
};

}  // namespace rmasim::sim
