#include "tests/collectives/interpreter.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace rmasim::schedules {

namespace {

struct Sent {
    std::uint32_t round;
    Elements data;
};

class Error {
public:
    explicit Error(std::string text) : text(std::move(text)) {}
    std::string text;
};

class Execution;

class Process {
public:
    Process(Execution& all, Rank rank, Schedule schedule, Elements input)
        : all_(all), rank_(rank), schedule_(std::move(schedule)) {
        of(Buffer::input) = std::move(input);
        active_ = schedule_.next();
    }
    bool active() const { return active_; }
    const Elements& output() const { return buffers_[static_cast<std::size_t>(Buffer::output)]; }
    // Executes steps up to a receive whose message has not arrived. Returns the number of steps.
    int advance();

private:
    Elements& of(Buffer buffer) { return buffers_[static_cast<std::size_t>(buffer)]; }
    // Returns the elements of a slice, which must be defined.
    Elements read(const Slice& slice) {
        const Elements& from = of(slice.buffer);
        if (slice.count == 0) return {};
        if (slice.first + slice.count > from.size()) throw Error("reads beyond the end of a buffer");
        const auto first = from.begin() + static_cast<std::ptrdiff_t>(slice.first);
        Elements read(first, first + slice.count);
        for (const auto& one : read) {
            if (!one) throw Error("reads an undefined element");
        }
        return read;
    }
    void write(const Slice& slice, const Elements& data) {
        Elements& to = of(slice.buffer);
        if (to.empty()) to.resize(slice.first + slice.count);
        if (slice.count == 0) return;
        if (slice.first + slice.count > to.size()) throw Error("writes beyond the end of a buffer");
        std::copy(data.begin(), data.end(), to.begin() + static_cast<std::ptrdiff_t>(slice.first));
    }
    bool execute(const Step& step);

    Execution& all_;
    Rank rank_;
    Schedule schedule_;
    std::array<Elements, buffer_count> buffers_;
    bool active_ = false;
};

class Execution {
public:
    Execution(Rank size, const BuilderOf& builder, const std::vector<Elements>& inputs, Operator reduction)
        : reduction(reduction) {
        for (Rank rank = 0; rank < size; ++rank) {
            processes.emplace_back(*this, rank, builder(rank), inputs[static_cast<std::size_t>(rank)]);
        }
    }

    Operator reduction;
    std::deque<Process> processes;
    std::map<std::pair<Rank, Rank>, std::deque<Sent>> messages;  // by source and target
    Executed executed;
};

// Returns false if the step must wait.
bool Process::execute(const Step& step) {
    switch (step.kind) {
        case StepKind::room: of(step.slice.buffer).assign(step.slice.count, std::nullopt); return true;
        case StepKind::move: of(step.slice.buffer) = std::exchange(of(step.other.buffer), {}); return true;
        case StepKind::copy:
            if (step.slice.count != step.other.count) throw Error("copies another number of elements");
            for (auto [time, to, from] = std::tuple(0u, step.slice, step.other); time < step.times; ++time) {
                write(to, read(from));
                to.first += static_cast<std::uint64_t>(step.stride);
                from.first += step.other_stride;
            }
            return true;
        case StepKind::send:
            ++all_.executed.packets;
            all_.executed.elements += step.slice.count;
            if (step.peer == rank_) throw Error("sends to itself");
            all_.messages[{rank_, step.peer}].push_back({step.round, read(step.slice)});
            return true;
        case StepKind::receive: {
            std::deque<Sent>& queue = all_.messages[{step.peer, rank_}];
            if (queue.empty()) return false;
            if (queue.front().round != step.round) throw Error("receives a message of another round");
            if (queue.front().data.size() != step.slice.count) throw Error("receives another number of elements");
            write(step.slice, queue.front().data);
            queue.pop_front();
            return true;
        }
        case StepKind::reduce: {
            const Elements lower = read(step.slice), upper = read(step.other);
            if (lower.size() != upper.size()) throw Error("reduces another number of elements");
            Elements result;
            for (std::size_t k = 0; k < lower.size(); ++k) result.push_back(all_.reduction(*lower[k], *upper[k]));
            write(step.into_other ? step.other : step.slice, result);
            write(step.into_other ? step.slice : step.other, Elements(lower.size()));
            return true;
        }
    }
    return true;
}

int Process::advance() {
    int steps = 0;
    while (active_ && execute(schedule_.step())) {
        active_ = schedule_.next();
        ++steps;
    }
    return steps;
}

}  // namespace

Executed execute(Rank size, const BuilderOf& builder, const std::vector<Elements>& inputs, Operator reduction,
                 std::uint64_t seed) {
    Execution all(size, builder, inputs, reduction);
    std::mt19937_64 random(seed);
    std::vector<Rank> order;
    for (Rank rank = 0; rank < size; ++rank) order.push_back(rank);
    try {
        for (bool progress = true; progress;) {
            progress = false;
            std::shuffle(order.begin(), order.end(), random);
            for (const Rank rank : order) {
                progress = all.processes[static_cast<std::size_t>(rank)].advance() > 0 || progress;
            }
        }
        for (const Process& process : all.processes) {
            if (process.active()) throw Error("waits for a message that no process sends");
            all.executed.outputs.push_back(process.output());
        }
        for (const auto& [pair, queue] : all.messages) {
            if (!queue.empty()) throw Error("a message is not received");
        }
    } catch (const Error& error) {
        all.executed.error = error.text;
    }
    return all.executed;
}

}  // namespace rmasim::schedules
