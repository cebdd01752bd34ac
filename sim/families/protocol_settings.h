// The settings of some protocol, whichever it is: what a scenario holds of them.
#pragma once

#include <memory>
#include <utility>

namespace rmasim::sim {

class ProtocolSettings {
public:
    virtual ~ProtocolSettings() = default;
};

// Those of a protocol whose settings are a `Config`.
template <class Config>
struct SettingsWith final : ProtocolSettings {
    explicit SettingsWith(Config values) : config(std::move(values)) {}
    Config config;
};

template <class Config>
std::shared_ptr<const ProtocolSettings> make_settings(Config config) {
    return std::make_shared<SettingsWith<Config>>(std::move(config));
}

// Raises std::bad_cast where they are of another protocol.
template <class Config>
const Config& settings_as(const ProtocolSettings& settings) {
    return dynamic_cast<const SettingsWith<Config>&>(settings).config;
}

}  // namespace rmasim::sim
