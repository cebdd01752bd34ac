// Variants of a scenario: its programs with other settings and, if necessary, other expectations.
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

// The variant of a run, or none.
class ChosenVariant {
public:
    // `name`: the variant; empty for none. The error for an unknown name lists the names of the document.
    ChosenVariant(const Json& document, const std::string& name);

    // Changes the document to that of the variant. Applies `settings` as --set does, replaces `about` and `expect` if
    // the variant has its own, and removes `variants`.
    void apply(Json& document) const;
    // True if the variant may change calls of the file's programs.
    bool changes_programs() const;

    using AddPositions = std::function<void(BadInput&)>;
    // Changes the location of an error of the variant's document to that in the file. If the value is from the variant,
    // the location is "variants[0].settings.protocol.slots". If the value is from the file, but an error only with the
    // variant's settings, it is "variant small: programs[0]...". `add_positions` receives the location without the
    // variant's name.
    void locate(BadInput& error, const AddPositions& add_positions) const;

private:
    std::string location_of(const std::string& location) const;
    void move_to_file(BadInput& error) const;
    void name_in(BadInput& error) const;

    std::string name_;
    std::string entry_;                // "variants[0]"
    std::shared_ptr<const Json> own_;  // null: the document as it is
};

// Changes the location of an error to that in the text or file, and adds lines and columns. `variant`: the variant of
// the run; empty for none.
void locate_in_text(BadInput& error, const std::string& text, const std::string& variant);
void locate_in_file(BadInput& error, const std::string& file, const std::string& variant);

}  // namespace rmasim::sim
