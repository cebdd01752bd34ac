#include "sim/scenario/json/json_patch.h"

#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>

namespace rmasim::sim {

namespace {

// A counter of values. It raises BadInput for too many values and for too deep nesting. It must visit the document
// before any other recursion over the document.
class Budget {
public:
    Budget(const std::string& location, std::size_t max) : location_(location), max_(max) {}

    void add(const Json& json, std::size_t depth = 0) {
        if (json.is_structured() && depth >= max_json_depth) {
            throw BadInput(location_, "a result with more levels of nesting",
                           fmt::format("at most {} levels", max_json_depth));
        }
        if (++values_ > max_) {
            throw BadInput(location_, fmt::format("copies of more than {} values", max_),
                           "a patch that copies fewer values");
        }
        // The test is necessary because the loop would visit a scalar as an item of itself.
        if (!json.is_structured()) return;
        for (const Json& inside : json) add(inside, depth + 1);
    }

private:
    const std::string& location_;
    std::size_t max_;
    std::size_t values_ = 0;
};

// The value that an operation of a JSON Patch copies. Null if the operation is not a copy, or if its source does not
// exist.
const Json* copied_by(const Json& operation, const Json& json) {
    if (!operation.is_object() || operation.value("op", std::string()) != "copy") return nullptr;
    const Json::json_pointer from(operation.at("from").get<std::string>());
    return json.contains(from) ? &json.at(from) : nullptr;
}

void apply_operations(Json& json, const Json& patch, const std::string& location) {
    Budget copies(location, max_copied_values);
    for (const Json& operation : patch) {
        if (const Json* const copied = copied_by(operation, json)) copies.add(*copied);
        json.patch_inplace(Json::array({operation}));
    }
}

}  // namespace

void apply_json_patch(Json& json, const Json& patch, const std::string& location) {
    if (patch.is_object()) {
        json.merge_patch(patch);
    } else {
        try {
            if (!patch.is_array()) json.patch_inplace(patch);  // this call raises the library's error
            apply_operations(json, patch, location);
        } catch (const Json::exception& error) {
            throw BadInput(location, error.what(), "a JSON Patch (RFC 6902) that fits the scenario");
        }
    }
    Budget(location, SIZE_MAX).add(json);
}

}  // namespace rmasim::sim
