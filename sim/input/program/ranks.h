// Which ranks a scenario means: "all", a list such as "0" or "1-3,7", or an expression in rank and size that is not 0.
#pragma once

#include "protocol/base/types.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::sim {

// Reads such texts. It also counts its work, for a few lines of millions of ranks would keep it busy for hours.
class RankReader {
public:
    explicit RankReader(Rank ranks) : ranks_(ranks) {}

    // The ranks meant, ascending, each once. A text of digits, commas, dashes and spaces only is a list. Raises
    // BadInput at `place` for a rank outside 0..ranks-1, for an expression that is malformed, fails for some rank, or
    // draws, and when all texts together are too much work.
    std::vector<Rank> meant(const std::string& text, const std::string& place);

    Rank ranks() const { return ranks_; }

private:
    std::vector<Rank> satisfying(const std::string& text, const std::string& place);
    void spend(std::uint64_t work, const std::string& text, const std::string& place);

    Rank ranks_;
    std::uint64_t spent_ = 0;
};

}  // namespace rmasim::sim
