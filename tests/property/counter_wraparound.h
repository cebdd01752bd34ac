// A family whose processes begin their numbers (protocol/base/serial_number.h) at a value that the test chooses. In all
// other respects, it behaves like the family that it wraps.
#pragma once

#include "sim/scenario/families/family.h"

#include <cstdint>

namespace rmasim::property {

class CounterWraparound : public sim::ProcessAdapter, public sim::Family {
public:
    // The first number is the one after `start`. `of` must outlive this family.
    CounterWraparound(const sim::Family& of, std::uint32_t start)
        : CounterWraparound(of, start, of.counters, of.reports) {}
    CounterWraparound(const CounterWraparound&) = delete;

    std::unique_ptr<Process> make(const sim::Scenario& scenario, Rank rank, const World& world) const override;
    bool uses_nic(const sim::ProtocolSettings& settings) const override { return of_.processes.uses_nic(settings); }
    sim::CheckedRules rules(const sim::ProtocolSettings& settings) const override {
        return of_.processes.rules(settings);
    }

protected:
    CounterWraparound(const sim::Family& of, std::uint32_t start, const sim::ProcessCounters& counters,
                      const sim::WaitReports& reports)
        : Family{of.traits, of.settings, *this, counters, reports}, of_(of), start_(start) {}

    const sim::Family& of_;

private:
    std::uint32_t start_;
};

}  // namespace rmasim::property
