#include "sim/machine/simgrid/simgrid_engine.h"

#include <simgrid/version.h>
#include <xbt/log.h>

#include <csignal>
#include <stdexcept>

// SimGrid's clock in seconds, EngineImpl::now_, which has no public setter.
extern double simgrid_clock_s asm("_ZN7simgrid6kernel10EngineImpl4now_E");

namespace rmasim::sim {

namespace {

namespace s4u = simgrid::s4u;

bool in_use = false;
bool made = false;     // true if an engine was created in this process, and perhaps destroyed
bool no_more = false;  // true if forbid_more_engines() was called

// Configures SimGrid. On an idle network a packet must take exactly latency + bytes / bandwidth, so SimGrid's model of
// TCP is switched off:
// - CM02 is the plain max-min model; LV08, the default, multiplies latencies by 13.01 and bandwidths by 0.97;
// - the factors and weight-S have the defaults of CM02, which are set explicitly because results depend on them;
// - TCP-gamma 0 removes the limit of a TCP window, gamma / (2 * latency);
// - crosstraffic would use 5 % of the reverse path for acknowledgements;
// - SimGrid merges events whose distance is less than the timing precision. The precision is set to 1 ps, the unit of
//   time of rmasim. A double resolves picoseconds up to about two hours of virtual time.
void configure() {
    s4u::Engine::set_config("network/model:CM02");
    s4u::Engine::set_config("network/latency-factor:1");
    s4u::Engine::set_config("network/bandwidth-factor:1");
    s4u::Engine::set_config("network/weight-S:0");
    s4u::Engine::set_config("network/TCP-gamma:0");
    s4u::Engine::set_config("network/crosstraffic:no");
#if SIMGRID_VERSION >= 40000
    s4u::Engine::set_config("precision/timing:1e-12");
#else
    s4u::Engine::set_config("surf/precision:1e-12");
#endif
}

// Restores the previous handler of SIGINT. SimGrid installs its own handler, which would exit with a code that has
// another meaning in rmasim.
class InterruptKept {
public:
    InterruptKept() : previous_(std::signal(SIGINT, SIG_DFL)) {}
    ~InterruptKept() { std::signal(SIGINT, previous_); }
    InterruptKept(const InterruptKept&) = delete;
    InterruptKept& operator=(const InterruptKept&) = delete;

private:
    void (*previous_)(int);
};

// Configures an engine that SMPI has created. Precondition: the engine has no zone.
s4u::Engine* adopt_engine() {
    configure();
    return s4u::Engine::get_instance();
}

s4u::Engine* make_engine() {
    if (no_more) {
        throw std::runtime_error(
            "an earlier run of this process had a platform file with profiles, which SimGrid would "
            "continue: each further run needs a new process");
    }
    // Without this reset, SimGrid's clock would continue at the last time of the previous engine. SimGrid's doubles
    // would then be rounded differently. Packets that end at the same time would end in another order, and the same run
    // would have another digest.
    simgrid_clock_s = 0;
    const InterruptKept interrupt;
    xbt_log_control_set("root.thres:warning");
    // otherwise SimGrid warns of packets that are in flight when a run fails
    xbt_log_control_set("ker_lmm.thres:error");
    // An earlier engine may have left a callback that has a dangling pointer to that engine.
    s4u::Engine::on_platform_created.disconnect_slots();
    auto* engine = new s4u::Engine("rmasim");
    // SimGrid keeps its configuration from one engine to the next, and refuses changes after a zone has been created.
    if (!made) configure();
    made = true;
    return engine;
}

}  // namespace

void forbid_more_engines() { no_more = true; }

SimgridEngine::SimgridEngine() : is_of_others_(!in_use && s4u::Engine::has_instance()) {
    if (in_use) throw std::logic_error("SimGrid's engine exists already in this process");
    engine_ = is_of_others_ ? adopt_engine() : make_engine();
    in_use = true;
}

SimgridEngine::~SimgridEngine() {
    in_use = false;
    if (!is_of_others_) delete engine_;
}

}  // namespace rmasim::sim
