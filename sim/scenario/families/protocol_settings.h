// Type-erased protocol settings, as a Scenario holds them.
#pragma once

#include <memory>
#include <utility>

namespace rmasim::sim {

class ProtocolSettings {
public:
    virtual ~ProtocolSettings() = default;
};

// The settings of a protocol whose settings are a struct `Config`.
template <class Config>
struct SettingsWith final : ProtocolSettings {
    explicit SettingsWith(Config values) : config(std::move(values)) {}
    Config config;
};

template <class Config>
std::shared_ptr<const ProtocolSettings> make_settings(Config config) {
    return std::make_shared<SettingsWith<Config>>(std::move(config));
}

// Raises std::bad_cast if they belong to another protocol.
template <class Config>
const Config& settings_as(const ProtocolSettings& settings) {
    return dynamic_cast<const SettingsWith<Config>&>(settings).config;
}

}  // namespace rmasim::sim
