// For any file and any settings, the scenario reader must either accept them or raise BadInput. libFuzzer calls this
// function (option RMASIM_FUZZERS, tests/fuzz/fuzz.py). The default tests replay its corpus with any compiler.
//
// An input is the text of a scenario, then any number of settings, each after a zero byte. A setting is also compiled
// and evaluated as an expression.
#include "sim/scenario/expression/expression.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/scenario/read/variants.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace rmasim::sim;

std::vector<std::string> parts_of(std::string_view input) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = input.find('\0');
        parts.emplace_back(input.substr(0, end));
        if (end == std::string_view::npos) return parts;
        input.remove_prefix(end + 1);
    }
}

// Reduces the number of ranks: millions of ranks are legal, but too slow for millions of inputs.
void fold_ranks(Json& json) {
    constexpr std::uint64_t max_ranks = 300;
    const auto ranks = json.is_object() ? json.find("ranks") : json.end();
    if (ranks != json.end() && ranks->is_number_unsigned() && *ranks <= std::uint64_t{1} << 27) {
        *ranks = ranks->get<std::uint64_t>() % max_ranks;
    }
}

// Reads the document, or the document's variant of that name. The base folder does not exist, so no file that the
// scenario names is found by chance.
void read_one(Json json, const std::string& variant, const std::vector<std::string>& parts) {
    ChosenVariant(json, variant).apply(json);
    for (std::size_t i = 1; i < parts.size(); ++i) apply_setting(json, parts[i]);
    fold_ranks(json);
    parse_scenario(json, "no-such-folder");
}

// Reads like `rmasim validate`.
void read_scenario(const std::vector<std::string>& parts) {
    constexpr std::size_t max_variants = 4;
    try {
        const Json json = parse_json(parts.front());
        read_one(json, "", parts);
        std::vector<std::string> variants = variant_names(json);
        variants.resize(std::min(variants.size(), max_variants));
        for (const std::string& variant : variants) read_one(json, variant, parts);
    } catch (const BadInput&) {  // NOLINT(bugprone-empty-catch): being refused is fine
    }
}

void evaluate(const std::string& text) {
    try {
        const Expression expression = Expression::compile(text, Scope{});
        Random random(1, 0);
        expression.evaluate(std::array<std::int64_t, 2>{1, 4}, random);
    } catch (const ExpressionError&) {  // NOLINT(bugprone-empty-catch): as above
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::string> parts = parts_of({reinterpret_cast<const char*>(data), size});
    read_scenario(parts);
    for (std::size_t i = 1; i < parts.size(); ++i) evaluate(parts[i]);
    return 0;
}
