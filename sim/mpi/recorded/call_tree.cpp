#include "sim/mpi/recorded/call_tree.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_body = 512;  // nodes of the longest sequence that can become a loop

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 29u);
}

std::uint64_t hash_of_loop(const CallNode& loop) {
    std::uint64_t hash = mixed(1, loop.times);
    for (const CallNode& node : loop.body) hash = mixed(hash, node.hash);
    return hash;
}

// Appends the numbers of `next`, whose calls have the same forms.
void append(CallNode& node, CallNode& next) {
    for (std::size_t i = 0; i < node.numbers.size(); ++i) node.numbers[i].append(next.numbers[i]);
    for (std::size_t i = 0; i < node.body.size(); ++i) append(node.body[i], next.body[i]);
}

}  // namespace

void NumberColumn::append(const Run& run) {
    if (run.length == 1) {
        if (last_.length == 1)
            last_.step = static_cast<std::int64_t>(static_cast<std::uint64_t>(run.first) -
                                                   static_cast<std::uint64_t>(last_.first));
        if (last_.end() == run.first) {
            ++last_.length;
            return;
        }
    } else if (last_.end() == run.first && last_.step == run.step) {
        last_.length += run.length;
        return;
    }
    runs_.push_back(last_);
    last_ = run;
}

void NumberColumn::append(const NumberColumn& next) {
    for (const Run& run : next.runs_) append(run);
    append(next.last_);
}

std::vector<std::int64_t> NumberColumn::all() const {
    std::vector<std::int64_t> numbers;
    const auto add = [&](const Run& run) {
        for (std::uint64_t i = 0; i < run.length; ++i) numbers.push_back(run.at(i));
    };
    for (const Run& run : runs_) add(run);
    add(last_);
    return numbers;
}

std::vector<std::int64_t> NumberColumn::words() const {
    std::vector<std::int64_t> words;
    const auto add = [&](const Run& run) {
        words.insert(words.end(), {run.first, run.step, static_cast<std::int64_t>(run.length)});
    };
    for (const Run& run : runs_) add(run);
    add(last_);
    return words;
}

NumberColumn NumberColumn::of_words(const std::vector<std::int64_t>& words) {
    NumberColumn column(0);
    for (std::size_t i = 0; i + 2 < words.size(); i += 3) {
        if (i > 0) column.runs_.push_back(column.last_);
        column.last_ = {words[i], words[i + 1], static_cast<std::uint64_t>(words[i + 2])};
    }
    return column;
}

void CallTree::add(std::uint32_t form, std::span<const std::int64_t> numbers) {
    CallNode& node = nodes_.emplace_back();
    node.form = form;
    node.hash = mixed(0, form);
    node.numbers.reserve(numbers.size());
    for (const std::int64_t number : numbers) node.numbers.emplace_back(number);
    hashes_.push_back(node.hash);
    while (fold()) {
    }
}

// Finds the shortest sequence at the end that is another round of the loop before it, or that repeats the sequence
// before it.
bool CallTree::fold() {
    const std::size_t size = nodes_.size();
    const std::uint64_t last = hashes_.back();
    for (std::size_t length = 1; length <= max_body && length < size; ++length) {
        const std::size_t first = size - length;
        const CallNode& before = nodes_[first - 1];
        if (before.body.size() == length && before.body.back().hash == last) {
            const auto same = [](const CallNode& node, std::uint64_t hash) { return node.hash == hash; };
            if (std::equal(before.body.begin(), before.body.end(), hashes_.begin() + std::ptrdiff_t(first), same)) {
                add_round(first - 1);
                return true;
            }
        }
        if (2 * length > size || hashes_[first - 1] != last) continue;
        const auto begin = hashes_.end() - static_cast<std::ptrdiff_t>(length);
        if (std::equal(begin, hashes_.end(), begin - static_cast<std::ptrdiff_t>(length))) {
            make_loop(first - length, length);
            return true;
        }
    }
    return false;
}

void CallTree::make_loop(std::size_t first, std::size_t length) {
    CallNode loop;
    const auto begin = nodes_.begin() + static_cast<std::ptrdiff_t>(first);
    loop.body.assign(std::make_move_iterator(begin), std::make_move_iterator(begin + std::ptrdiff_t(length)));
    nodes_.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
    nodes_.insert(nodes_.begin() + static_cast<std::ptrdiff_t>(first), std::move(loop));
    hashes_.erase(hashes_.begin() + static_cast<std::ptrdiff_t>(first),
                  hashes_.begin() + static_cast<std::ptrdiff_t>(first + length - 1));
    add_round(first);
}

void CallTree::add_round(std::size_t at) {
    CallNode& loop = nodes_[at];
    for (std::size_t i = 0; i < loop.body.size(); ++i) append(loop.body[i], nodes_[at + 1 + i]);
    ++loop.times;
    loop.hash = hash_of_loop(loop);
    nodes_.resize(at + 1);
    hashes_.resize(at + 1);
    hashes_[at] = loop.hash;
}

}  // namespace rmasim::sim
