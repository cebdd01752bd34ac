#include "protocol/base/rank_list.h"

namespace rmasim {

std::string text_of_ranks(const std::vector<Rank>& ranks) {
    constexpr std::size_t max_parts = 8;
    if (ranks.empty()) return "no rank";
    if (ranks.size() == 1) return "rank " + std::to_string(ranks.front());
    std::vector<std::string> parts;
    std::size_t next = 0;
    while (next < ranks.size() && parts.size() < max_parts) {
        std::size_t last = next;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
        const bool is_run = last - next >= 2;
        const std::string first = std::to_string(ranks[next]);
        parts.push_back(is_run ? first + " to " + std::to_string(ranks[last]) : first);
        next = is_run ? last + 1 : next + 1;
    }
    if (next < ranks.size()) parts.push_back(std::to_string(ranks.size() - next) + " more");
    std::string text = "ranks " + parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) text += (i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

}  // namespace rmasim
