// The profiles of all families.
#include "sim/untimed/profiles/profile.h"

#include <array>
#include <stdexcept>
#include <utility>

namespace rmasim::fuzz {

#define RMASIM_FAMILY(name) const FuzzProfile& name##_profile();
#include "sim/scenario/families/families.inc"
#undef RMASIM_FAMILY

const FuzzProfile& profile_of(const sim::Family& family) {
    using Named = std::pair<std::string_view, const FuzzProfile&>;
#define RMASIM_FAMILY(name) Named{#name, name##_profile()},
    static const std::array all{
#include "sim/scenario/families/families.inc"
    };
#undef RMASIM_FAMILY
    for (const auto& [name, profile] : all) {
        if (name == family.name()) return profile;
    }
    throw std::out_of_range("family " + std::string(family.name()) + " is not in families.inc");
}

CallSet random_calls(const sim::Family& family, const sim::ProtocolSettings& settings) {
    return family.calls().without(profile_of(family).unused_calls(settings));
}

}  // namespace rmasim::fuzz
