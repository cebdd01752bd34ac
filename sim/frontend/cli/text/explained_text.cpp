#include "sim/frontend/cli/text/explained_text.h"

#include <nlohmann/json.hpp>
#include <rmasim_result_schema.h>  // CMakeLists.txt makes this file from result.schema.json

#include <algorithm>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;

// The schema of a key below `schema`. If the object has no property of this name, it has any names.
const Json& below(const Json& schema, const std::string& name) {
    const auto properties = schema.find("properties");
    if (properties != schema.end() && properties->contains(name)) return properties->at(name);
    return schema.at("additionalProperties");
}

}  // namespace

ExplainedText::ExplainedText(bool explains) {
    if (explains) schema_ = std::make_unique<Json>(Json::parse(result_schema));
}

ExplainedText::~ExplainedText() = default;

void ExplainedText::explain(const std::vector<std::string_view>& keys) {
    if (!explains()) return;
    for (std::string_view key : keys) {
        const Json* schema = schema_.get();
        for (std::string_view rest = key; !rest.empty();) {
            const std::size_t end = std::min(rest.find('.'), rest.size());
            schema = &below(*schema, std::string(rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        explain_as(schema->at("description").get<std::string>());
    }
}

void ExplainedText::explain_as(std::string_view words) {
    if (explains()) line("      {}", words);
}

}  // namespace rmasim::sim
