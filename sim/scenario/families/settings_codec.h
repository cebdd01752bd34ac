// Reading, writing and checking of a family's settings.
#pragma once

#include "sim/scenario/families/protocol_settings.h"
#include "sim/scenario/json/described.h"
#include "sim/scenario/model/scenario.h"

#include <memory>
#include <optional>

namespace rmasim::sim {

// Reads, writes and checks the settings of one family.
class SettingsCodec {
public:
    virtual ~SettingsCodec() = default;
    virtual std::shared_ptr<const ProtocolSettings> defaults() const = 0;
    // Reads `protocol` of a scenario. Raises BadInput.
    virtual std::shared_ptr<const ProtocolSettings> read(const JsonValue& protocol) const = 0;
    virtual SettingList list(const ProtocolSettings& settings) const = 0;
    // A copy of `settings` with settings of one window added. `value` is the value of `windows.NAME.protocol`. Raises
    // BadInput. Null if windows of the family have no settings.
    virtual std::shared_ptr<const ProtocolSettings> read_of_window(const ProtocolSettings&, WindowId /*window*/,
                                                                   const JsonValue& /*value*/) const {
        return nullptr;
    }
    // The settings that only this window has. nullopt if the window has none.
    virtual std::optional<SettingList> list_of_window(const ProtocolSettings&, WindowId) const { return {}; }
    // Checks what the family requires of the platform and of windows. Raises BadInput.
    virtual void check(const Scenario& /*scenario*/) const {}
    // Checks what the family requires of programs, if that depends on the family's settings. Raises BadInput.
    virtual void check_programs(const Scenario& /*scenario*/) const {}
};

// The codec of settings that are a struct `Config` with a description (described.h).
template <class Config>
class DescribedCodec : public SettingsCodec {
public:
    std::shared_ptr<const ProtocolSettings> defaults() const final { return make_settings(Config{}); }
    std::shared_ptr<const ProtocolSettings> read(const JsonValue& protocol) const final {
        Config config;
        sim::read_settings(protocol, config, {"family"});
        return make_settings(std::move(config));
    }
    SettingList list(const ProtocolSettings& settings) const final {
        return settings_of(settings_as<Config>(settings));
    }
};

}  // namespace rmasim::sim
