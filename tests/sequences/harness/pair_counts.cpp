#include "tests/sequences/harness/pair_counts.h"

#include "tests/sequences/harness/arguments.h"
#include "tests/sequences/harness/bad_sequence.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <sstream>

namespace rmasim::seq {

namespace {

using Row = std::pair<std::string, std::uint64_t>;  // text, count

std::vector<std::string> table(const std::vector<Row>& rows, std::uint64_t total) {
    std::size_t width = 0;
    for (const Row& row : rows) width = std::max(width, row.first.size());
    std::vector<std::string> lines;
    for (const Row& row : rows) lines.push_back(fmt::format("{:<{}}  {}", row.first, width, row.second));
    lines.push_back(fmt::format("total {}", total));
    return lines;
}

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

struct Claim {
    std::string what;  // "0>1 PUT", "* BARRIER", "total"
    std::uint64_t count;
};

std::vector<Claim> claims_in(const std::string& by_hand) {
    std::vector<Claim> claims;
    std::istringstream parts(by_hand);
    for (std::string part; std::getline(parts, part, ';');) {
        part = trimmed(part);
        if (part.empty()) continue;
        const auto space = part.rfind(' ');
        if (space == std::string::npos) throw BadSequence("by-hand: '" + part + "' has no number");
        claims.push_back(
            {trimmed(part.substr(0, space)), static_cast<std::uint64_t>(number_in(part.substr(space + 1)))});
    }
    return claims;
}

}  // namespace

std::string text_of(Pair pair) { return fmt::format("{}>{}", pair.first, pair.second); }

Pair pair_in(const std::string& text) {
    const auto arrow = text.find('>');
    if (arrow == std::string::npos) throw BadSequence("not a pair: '" + text + "' (a pair is written 0>1)");
    return {static_cast<Rank>(number_in(text.substr(0, arrow))), static_cast<Rank>(number_in(text.substr(arrow + 1)))};
}

void PairCounts::add(const Packet& packet) {
    counts_[{packet.source, packet.target}].add(packet, packet.data_bytes);
    all_.add(packet, packet.data_bytes);
}

std::vector<std::string> PairCounts::by_pair() const {
    std::vector<Row> rows;
    for (const auto& [pair, counts] : counts_) {
        for (const auto& [kind, count] : counts.by_kind(*vocabulary_))
            rows.push_back({text_of(pair) + ' ' + kind, count});
    }
    return table(rows, all_.total());
}

std::vector<std::string> PairCounts::by_kind() const {
    const auto counted = all_.by_kind(*vocabulary_);
    return table({counted.begin(), counted.end()}, all_.total());
}

std::vector<std::string> PairCounts::differences(const std::string& by_hand) const {
    std::map<std::string, std::uint64_t> left{{"total", all_.total()}};
    for (const auto& [pair, counts] : counts_) {
        for (const auto& [kind, count] : counts.by_kind(*vocabulary_)) left[text_of(pair) + ' ' + kind] = count;
    }
    std::vector<std::string> differences;
    const auto take = [&left](const std::string& key) {
        const auto found = left.find(key);
        const std::uint64_t count = found == left.end() ? 0 : found->second;
        if (found != left.end()) left.erase(found);
        return count;
    };
    const auto compare = [&](const Claim& claim, std::uint64_t got) {
        if (claim.count != got)
            differences.push_back(fmt::format("{}: by hand {}, counted {}", claim.what, claim.count, got));
    };
    const std::vector<Claim> claims = claims_in(by_hand);
    const auto wild = [](const Claim& claim) { return claim.what.starts_with("* "); };
    for (const Claim& claim : claims) {
        if (!wild(claim)) compare(claim, take(claim.what));
    }
    for (const Claim& claim : claims) {
        if (!wild(claim)) continue;
        std::uint64_t sum = 0;
        for (const auto& [pair, counts] : counts_) sum += take(text_of(pair) + claim.what.substr(1));
        compare(claim, sum);
    }
    for (const auto& [what, count] : left)
        differences.push_back(fmt::format("{}: not in the by-hand line, counted {}", what, count));
    return differences;
}

}  // namespace rmasim::seq
