#include "sim/scenario/json/described.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

Json value_of(const DescribedSetting& setting) {
    if (const auto* const members = std::get_if<SettingList>(&setting.value)) return json_of(*members);
    if (const auto* const names = std::get_if<DescribedSetting::Names>(&setting.value)) {
        Json list = Json::array();
        for (const std::string_view name : *names) list.push_back(name);
        return list;
    }
    if (const auto* const name = std::get_if<std::string_view>(&setting.value)) return *name;
    if (const auto* const number = std::get_if<double>(&setting.value)) return *number;
    if (const auto* const integer = std::get_if<std::int64_t>(&setting.value)) return *integer;
    return std::get<bool>(setting.value);
}

}  // namespace

Json json_of(const SettingList& settings) {
    Json json = Json::object();
    for (const DescribedSetting& setting : settings) json[std::string(setting.key)] = value_of(setting);
    return json;
}

}  // namespace rmasim::sim
