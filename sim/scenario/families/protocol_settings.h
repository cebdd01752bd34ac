// Type erasure for protocol settings: the settings of every family have a common base class.
#pragma once

#include <memory>
#include <utility>

namespace rmasim::sim {

class ProtocolSettings {
public:
    virtual ~ProtocolSettings() = default;
};

// The settings of a family whose settings are a struct `Config`.
template <class Config>
struct SettingsWith final : ProtocolSettings {
    explicit SettingsWith(Config values) : config(std::move(values)) {}
    Config config;
};

template <class Config>
std::shared_ptr<const ProtocolSettings> make_settings(Config config) {
    return std::make_shared<SettingsWith<Config>>(std::move(config));
}

// The struct `Config` in `settings`. Raises std::bad_cast if `settings` belongs to another family.
template <class Config>
const Config& settings_as(const ProtocolSettings& settings) {
    return dynamic_cast<const SettingsWith<Config>&>(settings).config;
}

}  // namespace rmasim::sim
