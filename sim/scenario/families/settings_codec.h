// Reading, writing and checking of a family's settings.
#pragma once

#include "protocol/parts/messages/message_limit.h"
#include "sim/scenario/families/protocol_settings.h"
#include "sim/scenario/json/described.h"
#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace rmasim::sim {

// Reads, writes and checks the settings of one family.
class SettingsCodec {
public:
    virtual ~SettingsCodec() = default;
    // `message_eager_bytes` is the default of the setting with this name, which depends on the network.
    virtual std::shared_ptr<const ProtocolSettings> defaults(std::uint32_t message_eager_bytes) const = 0;
    std::shared_ptr<const ProtocolSettings> defaults() const { return defaults(usual_message_limit); }
    // Reads `protocol` of a scenario. Raises BadInput.
    virtual std::shared_ptr<const ProtocolSettings> read(const JsonValue& protocol,
                                                         std::uint32_t message_eager_bytes) const = 0;
    std::shared_ptr<const ProtocolSettings> read(const JsonValue& protocol) const {
        return read(protocol, usual_message_limit);
    }
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
    using SettingsCodec::defaults;
    using SettingsCodec::read;
    std::shared_ptr<const ProtocolSettings> defaults(std::uint32_t message_eager_bytes) const final {
        Config config;
        config.message_eager_bytes = message_eager_bytes;
        return make_settings(std::move(config));
    }
    std::shared_ptr<const ProtocolSettings> read(const JsonValue& protocol,
                                                 std::uint32_t message_eager_bytes) const final {
        Config config;
        config.message_eager_bytes = message_eager_bytes;
        sim::read_settings(protocol, config, {"family"});
        return make_settings(std::move(config));
    }
    SettingList list(const ProtocolSettings& settings) const final {
        return settings_of(settings_as<Config>(settings));
    }
};

}  // namespace rmasim::sim
