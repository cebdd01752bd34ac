// Variants of a scenario. A variant has the scenario's programs, with other settings and, if necessary, other
// expectations.
//
//     "variants": [{"name": "piggyback-off", "settings": {"protocol.optimizations.piggyback": false}, "expect": {...}}]
//
// A run executes either the file without a variant, or one variant. Errors are raised as BadInput.
#pragma once

#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

// The names of a document's variants, in the order of the file.
std::vector<std::string> variant_names(const Json& document);

// The variant that a run executes, or no variant.
class ChosenVariant {
public:
    // `name` is the name of the variant, and is empty if there is no variant. The error for an unknown name lists the
    // names of the document's variants.
    ChosenVariant(const Json& document, const std::string& name);

    // Changes the document to the document of the variant. Applies the variant's settings as --set does, and removes
    // `variants`. If the variant has `about` or `expect`, they replace those of the document.
    void apply(Json& document) const;
    // True if the variant may change calls of the file's programs.
    bool changes_programs() const;

    using AddPositions = std::function<void(BadInput&)>;
    // Changes the location of an error from the variant's document to the file. If the value is from the variant, the
    // location is "variants[0].settings.protocol.slots". If the value is from the file, but is an error only with the
    // variant's settings, the location is "variant small: programs[0]...". `add_positions` receives the location
    // without the variant's name.
    void locate(BadInput& error, const AddPositions& add_positions) const;

private:
    std::string location_of(const std::string& location) const;
    void move_to_file(BadInput& error) const;
    void name_in(BadInput& error) const;

    std::string name_;
    std::string entry_;                // the variant's location: "variants[0]"
    std::shared_ptr<const Json> own_;  // the variant's document; null if there is no variant
};

// Changes the location of an error to that in the text or file, and adds lines and columns. `variant` is the name of
// the variant that runs, and is empty if there is no variant.
void locate_in_text(BadInput& error, const std::string& text, const std::string& variant);
void locate_in_file(BadInput& error, const std::string& file, const std::string& variant);

}  // namespace rmasim::sim
