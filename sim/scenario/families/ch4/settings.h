// The description (described.h) of the settings of family ch4, MPICH's CH4 device.
#pragma once

#include "protocol/ch4/config.h"
#include "sim/scenario/families/collective_settings.h"
#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

inline constexpr std::array<Named<ch4::Native>, 3> natives{
    {{"none", ch4::Native::none}, {"put_get", ch4::Native::put_get}, {"all", ch4::Native::all}}};
inline constexpr std::array<Named<ch4::Network>, 2> networks{{{"ucx", ch4::Network::ucx}, {"ofi", ch4::Network::ofi}}};
inline constexpr std::array<Named<ch4::AccumulateOps>, 2> accumulate_promises{
    {{"same_op", ch4::AccumulateOps::same_op}, {"same_op_no_op", ch4::AccumulateOps::same_op_no_op}}};

void describe(auto& visit, Described<ch4::Config> auto& config) {
    auto& [native, network, disable_shm_accumulate, accumulate_ops, which_accumulate_ops, direct_on_node,
           flush_progress_interval, am_header_bytes, mem_efficient, fixed, message_eager_bytes, message_part_bytes,
           collectives] = config;
    visit.choice("native", native, natives);
    visit.choice("network", network, networks);
    visit.flag("disable_shm_accumulate", disable_shm_accumulate);
    visit.choice("accumulate_ops", accumulate_ops, accumulate_promises);
    visit.choice_list("which_accumulate_ops", which_accumulate_ops, atomic_ops());
    visit.flag("direct_on_node", direct_on_node);
    visit.number("flush_progress_interval", flush_progress_interval, IntegerBounds{0, INT32_MAX});
    visit.number("am_header_bytes", am_header_bytes, IntegerBounds{0, INT32_MAX});
    visit.flag("mem_efficient", mem_efficient);
    visit.flag("fixed", fixed);
    visit.number("message_eager_bytes", message_eager_bytes, IntegerBounds{0, no_message_limit});
    visit.number("message_part_bytes", message_part_bytes, IntegerBounds{1, max_part_bytes});
    visit.group("collectives", collectives);
}

}  // namespace rmasim::sim
