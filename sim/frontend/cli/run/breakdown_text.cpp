#include "sim/frontend/cli/run/breakdown_text.h"

#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/output/print.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_shown = 64;

void add_rest(Text& text, std::size_t all, const char* what) {
    if (all > max_shown) text.line("  ... and {} more; --format json has all", counted(all - max_shown, what));
}

// The uses that took most of the rank's time, in ns: "wait_barrier 4,711, compute 3,000".
std::string uses_of(const RankFigures& figures, std::size_t rank) {
    constexpr std::size_t max_uses = 3;
    std::vector<std::pair<std::int64_t, std::string>> uses;
    for (const auto& [use, ns] : figures.time_spent_ns) {
        if (ns[rank] > 0) uses.emplace_back(ns[rank], use);
    }
    std::stable_sort(uses.begin(), uses.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string text;
    for (std::size_t i = 0; i < std::min(uses.size(), max_uses); ++i) {
        const std::string ns = grouped(static_cast<std::uint64_t>(uses[i].first));
        text += fmt::format("{}{} {}", i == 0 ? "" : ", ", uses[i].second, ns);
    }
    return text;
}

void add_ranks(Text& text, const RankFigures& figures) {
    text.line("");
    text.line("{:>9} {:>10} {:>14} {:>10} {:>14}   where most of its time went, in ns", "rank", "sent", "bytes",
              "sent to it", "bytes");
    for (std::size_t rank = 0; rank < std::min(figures.traffic.size(), max_shown); ++rank) {
        const Traffic& of = figures.traffic[rank];
        text.line("{:>9} {:>10} {:>14} {:>10} {:>14}   {}", rank, grouped(of.messages_sent), grouped(of.bytes_sent),
                  grouped(of.messages_for_it), grouped(of.bytes_for_it), uses_of(figures, rank));
    }
    add_rest(text, figures.traffic.size(), "rank");
}

using KindCounts = std::map<std::string, std::uint64_t>;

// The pairs of ranks, ordered by the numbers of the ranks: "2>10" is after "2>3". The result has the pairs in
// alphabetical order.
std::vector<std::pair<std::string, const KindCounts*>> pairs_by_number(const RunResult& result) {
    std::vector<std::pair<std::string, const KindCounts*>> pairs;
    for (const auto& [pair, kinds] : result.by_pair) pairs.emplace_back(pair, &kinds);
    const auto ranks_of = [](const std::string& pair) {
        return std::pair{std::stol(pair), std::stol(pair.substr(pair.find('>') + 1))};
    };
    std::sort(pairs.begin(), pairs.end(),
              [&](const auto& a, const auto& b) { return ranks_of(a.first) < ranks_of(b.first); });
    return pairs;
}

void add_pairs(Text& text, const RunResult& result) {
    text.line("");
    text.line("{:>9} {:>10} {:>14}   by kind", "pair", "messages", "bytes");
    std::size_t shown = 0;
    for (const auto& [pair, kinds] : pairs_by_number(result)) {
        if (shown++ == max_shown) break;
        std::uint64_t messages = 0;
        std::string list;
        for (const auto& [kind, count] : *kinds) {
            messages += count;
            list += fmt::format("{}{} {}", list.empty() ? "" : ", ", kind, grouped(count));
        }
        const auto bytes = result.bytes_by_pair.find(pair);
        const std::uint64_t on_the_wire = bytes == result.bytes_by_pair.end() ? 0 : bytes->second;
        text.line("{:>9} {:>10} {:>14}   {}", pair, grouped(messages), grouped(on_the_wire), list);
    }
    add_rest(text, result.by_pair.size(), "pair");
}

}  // namespace

std::string breakdown_text(const RunResult& result, Breakdowns wanted) {
    Text text;
    if (wanted.rank && result.by_rank) add_ranks(text, *result.by_rank);
    if (wanted.pair) add_pairs(text, result);
    return text.take();
}

}  // namespace rmasim::sim
