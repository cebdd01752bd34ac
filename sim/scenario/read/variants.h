// Variants of a scenario: the same programs with other settings and, if need be, other expectations.
//
//     "variants": [{"name": "piggyback-off", "settings": {"protocol.optimizations.piggyback": false}, "expect": {...}}]
//
// A run is of the file as it is, or of one variant. Everything here raises BadInput.
#pragma once

#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

// In the order of the file.
std::vector<std::string> variant_names(const Json& document);

// The variant that a run was told to take, or none.
class ChosenVariant {
public:
    // `name`: empty for the document as it is. The error for an unknown name lists those of the document.
    ChosenVariant(const Json& document, const std::string& name);

    // Turns the document into that of the variant: `settings` are applied as --set applies them, `about` and `expect`
    // replace those of the file if the variant has its own, and no variants are left.
    void apply(Json& document) const;
    // Whether some call may no longer be that of the file.
    bool changes_programs() const;

    using AddPositions = std::function<void(BadInput&)>;
    // Gives an error of the applied document its place in the file: "variants[0].settings.protocol.slots" where the
    // variant has the value, "variant small: programs[0]..." where only its settings make the file's value wrong.
    // `add_positions` is told the place without the variant's name.
    void locate(BadInput& error, const AddPositions& add_positions) const;

private:
    std::string place_of(const std::string& place) const;
    void move_to_file(BadInput& error) const;
    void name_in(BadInput& error) const;

    std::string name_;
    std::string entry_;                // "variants[0]"
    std::shared_ptr<const Json> own_;  // null: the document as it is
};

// The same for an error of the document that a text or a file has, or one of its variants: adds lines and columns.
void locate_in_text(BadInput& error, const std::string& text, const std::string& variant);
void locate_in_file(BadInput& error, const std::string& file, const std::string& variant);

}  // namespace rmasim::sim
