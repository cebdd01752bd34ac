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
    std::uint64_t chunks(int slice, int from, int to) const {
        Random random = of(slice, from, to, 0);
        return chance(random, 30) ? random.below(20) : 0;
    }
    std::uint64_t number_of_slice(int slice, int process) const { return of(slice, process, 0, 1).next() >> 2; }
    bool is_late(int slice, int process) const {
        Random random = of(slice, process, 0, 2);
        return chance(random, 5);
    }
    // `whole`: the maximum size of a message.
    std::string chunk(int slice, int from, int to, std::uint64_t nth, std::size_t whole) const {
        Random random = of(slice, from, to, 3 + nth);
        const std::size_t max = chance(random, 50) ? whole : 100;
        std::string bytes(1 + random.below(max), '\0');
        for (std::size_t at = 0; at < bytes.size(); at += 1000) bytes[at] = static_cast<char>(random.next());
        bytes.back() = static_cast<char>(random.next());
        return bytes;
    }

private:
    Random of(int slice, int from, int to, std::uint64_t what) const {
        const auto pair = static_cast<std::uint64_t>(from) * processes_ + static_cast<std::uint64_t>(to);
        return {seed_ + (pair << 32) + static_cast<std::uint64_t>(slice), what};
    }
    std::uint64_t seed_, processes_;
};

void require(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error(what);
}

class Process final : private Exchange::ReceivePackets {
public:
    Process(Exchange& exchange, const Plan& plan)
        : exchange_(exchange), plan_(plan), next_(static_cast<std::size_t>(exchange.processes())) {}

    void run_slice(int slice) {
        if (plan_.is_late(slice, exchange_.number())) ::usleep(1000);
        for (int to = 0; to < exchange_.processes(); ++to) {
            if (to == exchange_.number()) continue;
            const std::uint64_t count = plan_.chunks(slice, exchange_.number(), to);
            for (std::uint64_t nth = 0; nth < count; ++nth) send(slice, to, nth);
        }
        std::uint64_t min = plan_.number_of_slice(slice, 0);
        for (int process = 1; process < exchange_.processes(); ++process) {
            min = std::min(min, plan_.number_of_slice(slice, process));
        }
        const std::uint64_t own = plan_.number_of_slice(slice, exchange_.number());
        const std::int64_t agreed = exchange_.end_slice(static_cast<std::int64_t>(own), *this);
        require(agreed == static_cast<std::int64_t>(min), "another window was agreed on");
        require_all(slice);
    }

private:
    struct Position {
        int slice = 0;
        std::uint64_t nth = 0;
    };

    void send(int slice, int to, std::uint64_t nth) {
        std::span<std::byte> room = exchange_.room(to);
        for (; room.empty(); room = exchange_.room(to)) {
            if (!(*this)()) exchange_.pause();
        }
        const std::string bytes = plan_.chunk(slice, exchange_.number(), to, nth, room.size());
        whole_ = room.size();
        std::memcpy(room.data(), bytes.data(), bytes.size());
        exchange_.send(to, bytes.size());
    }

    bool operator()() override {
        bool any = false;
        for (int from = 0; from < exchange_.processes(); ++from) {
            if (from == exchange_.number()) continue;
            for (auto chunk = exchange_.readable(from); !chunk.empty(); chunk = exchange_.readable(from)) {
                take(from, chunk);
                exchange_.taken(from);
                any = true;
            }
        }
        return any;
    }

    void take(int from, std::span<const std::byte> chunk) {
        Position& next = next_[static_cast<std::size_t>(from)];
        while (next.nth == plan_.chunks(next.slice, from, exchange_.number())) next = {next.slice + 1, 0};
        if (whole_ == 0) whole_ = exchange_.room(from).size();
        const std::string expected = plan_.chunk(next.slice, from, exchange_.number(), next.nth++, whole_);
        require(chunk.size() == expected.size() && std::memcmp(chunk.data(), expected.data(), expected.size()) == 0,
                "another piece was expected");
    }

    // Messages of later slices may have arrived, too.
    void require_all(int slice) {
        for (int from = 0; from < exchange_.processes(); ++from) {
            if (from == exchange_.number()) continue;
            Position& next = next_[static_cast<std::size_t>(from)];
            while (next.slice <= slice && next.nth == plan_.chunks(next.slice, from, exchange_.number())) {
                next = {next.slice + 1, 0};
            }
            require(next.slice > slice, "a piece is missing at the end of its window");
        }
    }

    Exchange& exchange_;
    const Plan& plan_;
    std::size_t whole_ = 0;    // bytes of a message
    std::vector<Position> next_;  // by process: the next expected message
};

// Returns the contribution of one process to `gather`.
std::string end_of(int process) {
    return std::string(static_cast<std::size_t>(process) * 300'000, static_cast<char>('a' + process % 26));
}

}  // namespace

void exercise(Exchange& exchange, int slices, std::uint64_t seed) {
    const Plan plan(seed, exchange.processes());
    Process process(exchange, plan);
    for (int slice = 0; slice < slices; ++slice) process.run_slice(slice);
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
