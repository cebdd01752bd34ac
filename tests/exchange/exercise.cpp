#include "tests/exchange/exercise.h"

#include "sim/scenario/expression/random.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace rmasim::sim {

namespace {

// The plan of all messages, which every process computes for itself before they arrive.
class Plan {
public:
    Plan(std::uint64_t seed, int processes) : seed_(seed), processes_(static_cast<std::uint64_t>(processes)) {}

    // Most pairs exchange nothing, some many messages: more than may be in flight at a time.
    std::uint64_t pieces(int window, int from, int to) const {
        Random random = of(window, from, to, 0);
        return chance(random, 30) ? random.below(20) : 0;
    }
    std::uint64_t number_of_window(int window, int process) const { return of(window, process, 0, 1).next() >> 2; }
    bool is_late(int window, int process) const {
        Random random = of(window, process, 0, 2);
        return chance(random, 5);
    }
    // `whole`: the maximum size of a message.
    std::string piece(int window, int from, int to, std::uint64_t nth, std::size_t whole) const {
        Random random = of(window, from, to, 3 + nth);
        const std::size_t most = chance(random, 50) ? whole : 100;
        std::string bytes(1 + random.below(most), '\0');
        for (std::size_t at = 0; at < bytes.size(); at += 1000) bytes[at] = static_cast<char>(random.next());
        bytes.back() = static_cast<char>(random.next());
        return bytes;
    }

private:
    Random of(int window, int from, int to, std::uint64_t what) const {
        const auto pair = static_cast<std::uint64_t>(from) * processes_ + static_cast<std::uint64_t>(to);
        return {seed_ + (pair << 32) + static_cast<std::uint64_t>(window), what};
    }
    std::uint64_t seed_, processes_;
};

void require(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error(what);
}

class Process final : private Exchange::ReceivePackets {
public:
    Process(Exchange& exchange, const Plan& plan)
        : exchange_(exchange), plan_(plan), came_(static_cast<std::size_t>(exchange.processes())) {}

    void play(int window) {
        if (plan_.is_late(window, exchange_.number())) ::usleep(1000);
        for (int to = 0; to < exchange_.processes(); ++to) {
            if (to == exchange_.number()) continue;
            const std::uint64_t count = plan_.pieces(window, exchange_.number(), to);
            for (std::uint64_t nth = 0; nth < count; ++nth) send(window, to, nth);
        }
        std::uint64_t least = plan_.number_of_window(window, 0);
        for (int process = 1; process < exchange_.processes(); ++process) {
            least = std::min(least, plan_.number_of_window(window, process));
        }
        const std::uint64_t own = plan_.number_of_window(window, exchange_.number());
        const std::int64_t agreed = exchange_.end_slice(static_cast<std::int64_t>(own), *this);
        require(agreed == static_cast<std::int64_t>(least), "another window was agreed on");
        require_all(window);
    }

private:
    struct Place {
        int window = 0;
        std::uint64_t nth = 0;
    };

    void send(int window, int to, std::uint64_t nth) {
        std::span<std::byte> room = exchange_.room(to);
        for (; room.empty(); room = exchange_.room(to)) {
            if (!(*this)()) exchange_.pause();
        }
        const std::string bytes = plan_.piece(window, exchange_.number(), to, nth, room.size());
        whole_ = room.size();
        std::memcpy(room.data(), bytes.data(), bytes.size());
        exchange_.send(to, bytes.size());
    }

    bool operator()() override {
        bool any = false;
        for (int from = 0; from < exchange_.processes(); ++from) {
            if (from == exchange_.number()) continue;
            for (auto piece = exchange_.coming(from); !piece.empty(); piece = exchange_.coming(from)) {
                take(from, piece);
                exchange_.taken(from);
                any = true;
            }
        }
        return any;
    }

    void take(int from, std::span<const std::byte> piece) {
        Place& next = came_[static_cast<std::size_t>(from)];
        while (next.nth == plan_.pieces(next.window, from, exchange_.number())) next = {next.window + 1, 0};
        if (whole_ == 0) whole_ = exchange_.room(from).size();
        const std::string expected = plan_.piece(next.window, from, exchange_.number(), next.nth++, whole_);
        require(piece.size() == expected.size() && std::memcmp(piece.data(), expected.data(), expected.size()) == 0,
                "another piece was expected");
    }

    // Messages of later slices may have arrived, too.
    void require_all(int window) {
        for (int from = 0; from < exchange_.processes(); ++from) {
            if (from == exchange_.number()) continue;
            Place& next = came_[static_cast<std::size_t>(from)];
            while (next.window <= window && next.nth == plan_.pieces(next.window, from, exchange_.number())) {
                next = {next.window + 1, 0};
            }
            require(next.window > window, "a piece is missing at the end of its window");
        }
    }

    Exchange& exchange_;
    const Plan& plan_;
    std::size_t whole_ = 0;    // bytes of a message
    std::vector<Place> came_;  // by process: the next expected message
};

// Returns the contribution of one process to `gather`.
std::string end_of(int process) {
    return std::string(static_cast<std::size_t>(process) * 300'000, static_cast<char>('a' + process % 26));
}

}  // namespace

void exercise(Exchange& exchange, int windows, std::uint64_t seed) {
    const Plan plan(seed, exchange.processes());
    Process process(exchange, plan);
    for (int window = 0; window < windows; ++window) process.play(window);
    for (int time = 0; time < 2; ++time) {
        const std::vector<std::string> all = exchange.gather(end_of(exchange.number()));
        require(all.size() == (exchange.number() == 0 ? static_cast<std::size_t>(exchange.processes()) : 0),
                "not all was gathered");
        for (std::size_t from = 0; from < all.size(); ++from) {
            require(all[from] == end_of(static_cast<int>(from)), "something else was gathered");
        }
    }
}

}  // namespace rmasim::sim
