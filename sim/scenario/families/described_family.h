// The base class of families whose settings are a struct `Config` with a description (described.h).
#pragma once

#include "sim/scenario/families/family.h"

namespace rmasim::sim {

template <class Config>
class DescribedFamily : public Family {
public:
    std::shared_ptr<const ProtocolSettings> default_settings() const final { return make_settings(Config{}); }
    std::shared_ptr<const ProtocolSettings> read_settings(const JsonValue& protocol) const final {
        Config config;
        sim::read_settings(protocol, config, {"family"});
        return make_settings(std::move(config));
    }
    SettingList settings_list(const ProtocolSettings& settings) const final {
        return settings_of(settings_as<Config>(settings));
    }
};

}  // namespace rmasim::sim
