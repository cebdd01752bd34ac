// Text output with an optional explanation of each figure (--explain).
#pragma once

#include "sim/frontend/output/print.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

class ExplainedText : public Text {
public:
    // If `explains` is false, the functions below add nothing.
    explicit ExplainedText(bool explains);
    ~ExplainedText();
    ExplainedText(const ExplainedText&) = delete;
    ExplainedText& operator=(const ExplainedText&) = delete;

    // Adds the descriptions of keys of a result, one line each: "messages.total". A word in capitals stands for any
    // name, as in analysis/RESULT.md: "elements.POOL.size". Each key must exist.
    void explain(const std::vector<std::string_view>& keys);
    // Adds a line of own words.
    void explain_as(std::string_view words);
    bool explains() const { return schema_ != nullptr; }

private:
    std::unique_ptr<nlohmann::ordered_json> schema_;  // of results; null without explanations
};

}  // namespace rmasim::sim
