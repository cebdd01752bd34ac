#include "sim/input/model/limits.h"
#include "sim/input/read/parse_parts.h"

namespace rmasim::sim {

Costs parse_costs(const JsonValue& value) {
    const JsonObject object(value, {"call_ns", "post_op_ns", "search_step_ns", "issue_ns", "handle_ns", "copy_gbps",
                                    "mem_sync_ns", "mutex_ns", "write_back_line_ns", "invalidate_line_ns"});
    Costs costs;
    object.read("call_ns", costs.call_ns, limits::cost_ns);
    object.read("post_op_ns", costs.post_op_ns, limits::cost_ns);
    object.read("search_step_ns", costs.search_step_ns, limits::cost_ns);
    object.read("issue_ns", costs.issue_ns, limits::cost_ns);
    object.read("handle_ns", costs.handle_ns, limits::cost_ns);
    object.read("mem_sync_ns", costs.mem_sync_ns, limits::cost_ns);
    object.read("mutex_ns", costs.mutex_ns, limits::cost_ns);
    object.read("write_back_line_ns", costs.write_back_line_ns, limits::cost_ns);
    object.read("invalidate_line_ns", costs.invalidate_line_ns, limits::cost_ns);
    object.read("copy_gbps", costs.copy_gbps, limits::gbps);
    return costs;
}

}  // namespace rmasim::sim
