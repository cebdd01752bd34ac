#include "tests/memmodel/copies_compare.h"

#include "protocol/memmodel/shadow/copies.h"
#include "sim/scenario/expression/picks.h"
#include "tests/twister.h"

#include <array>
#include <vector>

namespace rmasim::memmodel_test {

namespace {

using namespace memmodel;

constexpr std::size_t memory_bytes = 24;
constexpr std::size_t memories = 2, windows = 3;
constexpr int steps = 60;
using Array = std::array<std::byte, memory_bytes>;

// Windows 0 and 1 overlap in memory 0; window 2 is alone in memory 1.
constexpr std::array<std::size_t, windows> memory_of{0, 0, 1};
constexpr std::array<Run, windows> run_of{{{0, 16}, {8, 24}, {4, 20}}};

struct Memory final : PrivateMemory {
    void read(Rank, MemoryId memory, std::uint64_t begin, std::span<std::byte> to) const override {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = bytes[memory].at(begin + i);
    }
    void write(Rank, MemoryId memory, std::uint64_t begin, std::span<const std::byte> from) override {
        for (std::size_t i = 0; i < from.size(); ++i) bytes[memory].at(begin + i) = from[i];
    }
    std::array<Array, memories> bytes{};
};

// Chosen for a step as a whole.
struct Chosen final : Propagation {
    bool at_once(Rank, std::uint64_t) override { return now; }
    bool now = true;
};

// One rank's copies, byte by byte.
class Reference {
public:
    // `known`: the window that the bytes are from.
    void store(std::size_t memory, std::size_t at, std::byte value, bool now, std::size_t known = windows) {
        for (std::size_t w = 0; w < windows; ++w) {
            if (memory_of[w] != memory || !inside(w, at) || !exists[w]) continue;
            if (w == known || now || closing[w] > 0) {
                publics[w][at] = value;
                apart[w][at] = false;
                forget_if_equal(w);
            } else {
                apart[w][at] = stores[w] = true;
            }
        }
        privates[memory][at] = value;
    }
    void update(std::size_t w, std::size_t at, std::byte value, bool now) {
        if (now) return store(memory_of[w], at, value, now, w);
        publics[w][at] = value;
        apart[w][at] = updates[w] = true;
    }
    void publish(std::size_t w) {
        if (!stores[w]) return;
        for (std::size_t i = run_of[w].begin; i < run_of[w].end; ++i) publics[w][i] = privates[memory_of[w]][i];
        apart[w] = {};
        stores[w] = updates[w] = false;
    }
    void refresh(std::size_t w, bool now) {
        if (!updates[w]) return;
        const auto differing = apart[w];
        apart[w] = {};
        stores[w] = updates[w] = false;
        for (std::size_t i = 0; i < memory_bytes; ++i) {
            if (differing[i]) store(memory_of[w], i, publics[w][i], now, w);
        }
    }
    static bool inside(std::size_t w, std::size_t at) { return at >= run_of[w].begin && at < run_of[w].end; }

    std::array<Array, memories> privates{};
    std::array<Array, windows> publics{};
    std::array<std::array<bool, memory_bytes>, windows> apart{};
    std::array<bool, windows> exists{true, true, true};
    std::array<bool, windows> stores{}, updates{};
    std::array<int, windows> closing{};

private:
    void forget_if_equal(std::size_t w) {
        for (const bool one : apart[w]) {
            if (one) return;
        }
        stores[w] = updates[w] = false;
    }
};

// MPI's table: which calls make the public copy equal, which the private one.
struct Row {
    Call call;
    bool publishes, completes, refreshes;
};
constexpr std::array<Row, 13> rows{{{Call::post, true, false, false},
                                    {Call::fence, true, true, true},
                                    {Call::unlock, true, true, false},
                                    {Call::unlock_all, true, true, false},
                                    {Call::sync, true, false, true},
                                    {Call::wait, false, false, true},
                                    {Call::test, false, false, true},
                                    {Call::lock, false, false, true},
                                    {Call::lock_all, false, false, true},
                                    {Call::start, false, false, false},
                                    {Call::complete, false, false, false},
                                    {Call::flush, false, false, false},
                                    {Call::barrier, false, false, false}}};

class Game {
public:
    explicit Game(std::uint64_t seed) : random_(seed), copies_(2, memory_, chosen_) {
        for (WindowId w = 0; w < windows; ++w) copies_.created(1, w, static_cast<MemoryId>(memory_of[w]), run_of[w]);
    }

    std::optional<std::string> run() {
        for (int step = 0; step < steps; ++step) {
            make_step();
            if (auto found = difference()) return *found + " after step " + std::to_string(step);
        }
        return std::nullopt;
    }

private:
    std::size_t below(std::size_t end) { return random_.below(end); }

    void make_step() {
        chosen_.now = below(3) == 0;
        const std::size_t what = below(20);
        if (what < 8) store();
        else if (what < 14) update();
        else if (what < 17) begin_call();
        else if (what < 19) end_call();
        else if (below(10) == 0) end_all();
        else if (below(10) == 0) renew(below(windows));
    }

    std::vector<std::byte> some_bytes(std::size_t max) {
        std::vector<std::byte> bytes(1 + below(max));
        for (std::byte& byte : bytes) byte = static_cast<std::byte>(below(256));
        return bytes;
    }

    void store() {
        const std::size_t memory = below(memories);
        const std::size_t begin = below(memory_bytes);
        const std::vector<std::byte> bytes = some_bytes(memory_bytes - begin);
        copies_.store(1, static_cast<MemoryId>(memory), begin, bytes);
        for (std::size_t i = 0; i < bytes.size(); ++i)
            reference_.store(memory, begin + i, bytes[i], chosen_.now || ended_);
    }

    void update() {
        const std::size_t w = below(windows);
        const std::size_t length = run_of[w].end - run_of[w].begin;
        const std::size_t begin = below(length);
        const std::vector<std::byte> bytes = some_bytes(length - begin);
        copies_.update(1, static_cast<WindowId>(w), begin, bytes);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            reference_.update(w, run_of[w].begin + begin + i, bytes[i], chosen_.now || ended_);
        }
    }

    void begin_call() {
        if (row_ != nullptr) return;
        row_ = &sim::element_of(random_, rows);
        window_ = below(windows);
        copies_.began(1, row_->call, static_cast<WindowId>(window_));
        if (row_->publishes) reference_.publish(window_);
        if (row_->completes) ++reference_.closing[window_];
    }

    void end_call() {
        if (row_ == nullptr) return;
        const bool done = below(2) == 0;
        copies_.returned(1, row_->call, static_cast<WindowId>(window_), done);
        if (row_->completes) --reference_.closing[window_];
        if (row_->refreshes && (done || row_->call != Call::test)) reference_.refresh(window_, chosen_.now || ended_);
        row_ = nullptr;
    }

    void end_all() {
        if (row_ != nullptr) return;
        copies_.ended();
        ended_ = true;
        for (std::size_t w = 0; w < windows; ++w) {
            reference_.publish(w);
            reference_.refresh(w, true);
        }
    }

    // The window is freed, and there again: its copies are equal.
    void renew(std::size_t w) {
        if (row_ != nullptr) return;
        copies_.freed(1, static_cast<WindowId>(w));
        reference_.publish(w);
        reference_.refresh(w, chosen_.now || ended_);
        copies_.created(1, static_cast<WindowId>(w), static_cast<MemoryId>(memory_of[w]), run_of[w]);
    }

    std::optional<std::string> difference() const {
        for (std::size_t m = 0; m < memories; ++m) {
            if (memory_.bytes[m] != reference_.privates[m]) return "the private copy of memory " + std::to_string(m);
        }
        for (std::size_t w = 0; w < windows; ++w) {
            const Run run = run_of[w];
            std::vector<std::byte> got(run.end - run.begin);
            copies_.read(1, static_cast<WindowId>(w), 0, got);
            for (std::size_t i = 0; i < got.size(); ++i) {
                if (got[i] != reference_.publics[w][run.begin + i])
                    return "the public copy of window " + std::to_string(w);
            }
            std::vector<std::byte> part(got.size() / 2);
            copies_.read(1, static_cast<WindowId>(w), 3, part);
            for (std::size_t i = 0; i < part.size(); ++i) {
                if (part[i] != got[3 + i]) return "a part of the public copy of window " + std::to_string(w);
            }
        }
        return std::nullopt;
    }

    Twister random_;
    Memory memory_;
    Chosen chosen_;
    Copies copies_;
    Reference reference_;
    const Row* row_ = nullptr;  // the call under way
    std::size_t window_ = 0;
    bool ended_ = false;
};

}  // namespace

std::optional<std::string> copies_differ(std::uint64_t seed) { return Game(seed).run(); }

}  // namespace rmasim::memmodel_test
