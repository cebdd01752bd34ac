#include "sim/scenario/read/variants.h"

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/json/nearest.h"
#include "sim/scenario/json/positions.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/read/parse.h"
#include "sim/scenario/read/parse_parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::string_view letters_of_names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
// The members of a scenario that a variant's settings cannot change.
constexpr std::array<std::string_view, 5> not_settings{"$schema", "name", "about", "expect", "variants"};

// The first key of a path: "protocol" of "protocol.slots".
std::string_view first_key(std::string_view path) { return path.substr(0, path.find_first_of(".[")); }

std::string name_of(const JsonObject& variant) {
    const JsonValue name = variant.at("name");
    const std::string text = name.text(limits::max_identifier_length, 1);
    if (text.find_first_not_of(letters_of_names) != std::string::npos)
        name.fail("letters, digits, \"-\", \"_\" and \".\"");
    return text;
}

void check_settings(const JsonValue& settings) {
    for (const auto& [path, value] : settings.members(limits::max_variant_settings, 1)) {
        if (std::ranges::find(not_settings, first_key(path)) == not_settings.end()) continue;
        throw BadInput(value.location(), "\"" + path + "\"",
                       "a setting: `name`, `about` and `expect` are members of the variant itself");
    }
}

std::string read_variant(const JsonValue& value) {
    const JsonObject variant(value, {"name", "about", "settings", "expect"});
    std::string name = name_of(variant);
    if (const auto about = variant.find("about")) about->text(limits::max_about_length);
    check_settings(variant.at("settings"));
    if (const auto expect = variant.find("expect")) expect->members(limits::max_protocol_keys);
    return name;
}

}  // namespace

std::vector<std::string> parse_variants(const JsonValue& value) {
    std::vector<std::string> names;
    Complaints complaints;
    for (const JsonValue& variant : value.items(limits::max_variants, 1)) {
        complaints.attempt([&] {
            std::string name = read_variant(variant);
            if (std::ranges::find(names, name) != names.end()) {
                throw BadInput(variant.location() + ".name", "\"" + name + "\" again",
                               "a different name for each variant");
            }
            names.push_back(std::move(name));
        });
    }
    complaints.raise_any();
    return names;
}

std::vector<std::string> variant_names(const Json& document) {
    if (!document.is_object() || !document.contains("variants")) return {};
    return parse_variants(JsonValue(document["variants"], "variants"));
}

ChosenVariant::ChosenVariant(const Json& document, const std::string& name) : name_(name) {
    if (name.empty()) return;
    const std::vector<std::string> names = variant_names(document);
    if (names.empty()) throw BadInput("--variant", name, "no variant, because the file has no \"variants\"");
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
        const std::vector<std::string_view> known(names.begin(), names.end());
        throw BadInput("--variant", name, names_allowed(name, known));
    }
    const auto index = static_cast<std::size_t>(found - names.begin());
    entry_ = fmt::format("variants[{}]", index);
    own_ = std::make_shared<const Json>(document["variants"][index]);
}

void ChosenVariant::apply(Json& document) const {
    if (own_ == nullptr) return;
    for (const auto& [path, value] : (*own_)["settings"].items()) {
        apply_setting(document, path, value, entry_ + ".settings." + path);
    }
    for (const char* const key : {"about", "expect"}) {
        if (own_->contains(key)) document[key] = (*own_)[key];
    }
    document.erase("variants");
}

bool ChosenVariant::changes_programs() const {
    if (own_ == nullptr) return false;
    for (const auto& [path, value] : (*own_)["settings"].items()) {
        if (first_key(path) == "programs") return true;
    }
    return false;
}

// The location in the file. If the location is inside a setting of the variant, the result is a location in the
// variant. Example: "windows.w.bytes (rank 3)" is inside the setting "windows.w".
std::string ChosenVariant::location_of(const std::string& location) const {
    const std::string_view key = first_key(location);
    if ((key == "about" || key == "expect") && own_->contains(key)) return entry_ + '.' + location;
    for (const auto& [path, value] : (*own_)["settings"].items()) {
        const bool inside = location.starts_with(path) &&
                            (location.size() == path.size() ||
                             std::string_view(".[ ").find(location[path.size()]) != std::string_view::npos);
        if (inside) return entry_ + ".settings." + location;
    }
    return location;
}

void ChosenVariant::move_to_file(BadInput& error) const {
    BadInput moved(location_of(error.location), error.found, error.allowed);
    for (BadInput& other : error.others) {
        move_to_file(other);
        moved.others.push_back(std::move(other));
    }
    error = std::move(moved);
}

void ChosenVariant::name_in(BadInput& error) const {
    for (BadInput& other : error.others) name_in(other);
    if (error.location.starts_with(entry_) || error.location.starts_with('-')) return;
    BadInput named(fmt::format("variant {}: {}", name_, error.location), error.found, error.allowed);
    named.line = error.line;
    named.column = error.column;
    named.others = std::move(error.others);
    error = std::move(named);
}

void ChosenVariant::locate(BadInput& error, const AddPositions& add_positions) const {
    if (own_ != nullptr) move_to_file(error);
    add_positions(error);
    if (own_ != nullptr) name_in(error);
}

namespace {

// Locates an error in the document. The function `read` returns the document.
template <class Read>
void locate_in(BadInput& error, Read read, const std::string& variant,
               const ChosenVariant::AddPositions& add_positions) {
    try {
        ChosenVariant(read(), variant).locate(error, add_positions);
        // The document itself, or its list of variants, has an error.
    } catch (const BadInput&) {
        add_positions(error);
    }
}

}  // namespace

void locate_in_text(BadInput& error, const std::string& text, const std::string& variant) {
    locate_in(
        error, [&text] { return parse_json(text); }, variant, [&text](BadInput& one) { add_positions(one, text); });
}

void locate_in_file(BadInput& error, const std::string& file, const std::string& variant) {
    const auto add = [&file](BadInput& one) { add_positions_in_file(one, file); };
    std::error_code unreadable;
    if (!std::filesystem::is_regular_file(file, unreadable)) return;  // a pipe cannot be read again
    if (variant.empty()) return add(error);
    locate_in(
        error, [&file] { return read_scenario_file(file); }, variant, add);
}

}  // namespace rmasim::sim
