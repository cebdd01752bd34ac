// The calls of a rank, folded while they are recorded: a sequence that repeats is a loop. Two sequences repeat if their
// calls have the same forms; their numbers may differ. So the tree is as long as the program's text, and only the
// columns of numbers that change grow with the run.
//
//     fence put put fence put put fence     ->     fence, loop of 2: (loop of 2: (put), fence)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace rmasim::sim {

// The numbers of one argument of a call, in the order in which the call is made. Arithmetic sequences are stored as one
// run.
class NumberColumn {
public:
    explicit NumberColumn(std::int64_t first) : last_{first, 0, 1} {}
    void append(const NumberColumn& next);
    std::vector<std::int64_t> all() const;
    // Return the runs as words, and the column of such words.
    std::vector<std::int64_t> words() const;
    static NumberColumn of_words(const std::vector<std::int64_t>& words);

private:
    struct Run {
        std::int64_t first = 0, step = 0;
        std::uint64_t length = 0;
        // Numbers may be of any size, so the arithmetic is modulo 2^64.
        std::int64_t at(std::uint64_t i) const {
            return static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + i * static_cast<std::uint64_t>(step));
        }
        std::int64_t end() const { return at(length); }
    };
    void append(const Run& run);

    std::vector<Run> runs_;  // before the last one
    Run last_;
};

// A call, or a loop.
struct CallNode {
    std::uint64_t hash = 0;  // of the forms of its calls, and of the numbers of rounds
    std::uint32_t form = 0;  // of a call
    std::vector<NumberColumn> numbers{};
    std::vector<CallNode> body{};  // of a loop; empty for a call
    std::uint64_t times = 1;

    bool is_loop() const { return !body.empty(); }
};

class CallTree {
public:
    CallTree() = default;
    explicit CallTree(std::vector<CallNode> nodes) : nodes_(std::move(nodes)) {}
    void add(std::uint32_t form, std::span<const std::int64_t> numbers);
    const std::vector<CallNode>& nodes() const { return nodes_; }

private:
    bool fold();
    void make_loop(std::size_t first, std::size_t length);
    void add_round(std::size_t loop);

    std::vector<CallNode> nodes_;
    std::vector<std::uint64_t> hashes_;  // of the nodes
};

}  // namespace rmasim::sim
