// Implements the interface sim/machine/platform/simgrid.h, and the entry function of the module.
#include "sim/machine/platform/bandwidth.h"
#include "sim/machine/platform/simgrid_module.h"
#include "sim/machine/simgrid/communications.h"
#include "sim/machine/simgrid/simgrid_engine.h"
#include "sim/machine/simgrid/topology.h"
#include "sim/scenario/json/errors.h"

#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Link.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace rmasim::sim {

namespace {

namespace s4u = simgrid::s4u;
using simgrid::kernel::timer::Timer;

// in the names of SimGrid's loopback links, which no packet uses
constexpr std::string_view within_host = "__loopback__";

class LoadedSimgrid final : public Simgrid {
public:
    explicit LoadedSimgrid(const Machine& machine) : hosts_(build(*engine_, machine)), communications_(hosts_) {}

    double now_s() const override { return s4u::Engine::get_clock(); }

    void set_alarm(double date_s, std::function<void()> work) override { alarm_ = Timer::set(date_s, std::move(work)); }
    void unset_alarm() override { alarm_->remove(); }
    void run() override {
        (*engine_).run();
        require_none_forgotten();
    }
    void require_none_forgotten() const override {
        if (!communications_.any()) return;
        throw BadInput("platform.file",
                       "a latency that changes while a packet is in transit, which SimGrid then never delivers",
                       "constant latencies, or changes of latencies by \"faults\": {\"links\": ...}");
    }

    Route route(NodeId from, NodeId to) const override {
        std::vector<s4u::Link*> links;
        double latency_s = 0;
        host(from)->route_to(host(to), links, &latency_s);
        if (links.empty() && latency_s <= 0) {
            throw BadInput("platform.file",
                           "no route from host " + host(from)->get_name() + " to host " + host(to)->get_name(),
                           "a platform that connects every two hosts in use");
        }
        Route route{picoseconds(latency_s), 0};
        for (const s4u::Link* link : links) {
            route.femtoseconds_per_byte =
                std::max(route.femtoseconds_per_byte, femtoseconds_per_byte(link->get_bandwidth()));
        }
        return route;
    }

    std::vector<std::string> hosts() const override {
        std::vector<std::string> names;
        for (const s4u::Host* host : hosts_) names.push_back(host->get_name());
        return names;
    }

    std::vector<Link> links() const override {
        std::vector<Link> links;
        for (s4u::Link* link : (*engine_).get_all_links()) {
            if (link->get_name().starts_with(within_host)) continue;
            links.push_back({link->get_name(), link, {link->get_bandwidth(), link->get_latency()}});
        }
        std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) { return a.name < b.name; });
        return links;
    }
    void set_bandwidth(const Link& link, double bytes_per_second) override {
        static_cast<s4u::Link*>(link.link)->set_bandwidth(bytes_per_second);
    }
    void set_latency(const Link& link, double latency_s) override {
        communications_.pause_in_latency();
        static_cast<s4u::Link*>(link.link)->set_latency(latency_s);
    }

    void send(NodeId from, NodeId to, std::uint64_t bytes, Transfer& transfer) override {
        communications_.start(from, to, bytes, transfer);
    }

private:
    s4u::Host* host(NodeId node) const { return hosts_.at(static_cast<std::size_t>(node)); }

    SimgridEngine engine_;
    Hosts hosts_;
    Communications communications_;
    Timer* alarm_ = nullptr;  // the last alarm that was set; SimGrid deletes it when it has rung
};

}  // namespace

}  // namespace rmasim::sim

rmasim::sim::Simgrid* rmasim_make_simgrid(const rmasim::sim::Machine& machine) {
    return new rmasim::sim::LoadedSimgrid(machine);
}
