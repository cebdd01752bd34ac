// A family whose core has one deliberate fault. With this family all checks have something to report, in every world.
#pragma once

#include "sim/scenario/expression/picks.h"
#include "tests/property/counter_wraparound.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::corpus {

class Spoilt;

// A family with a random fault. The fault depends only on the current packet or report. So a run with this fault can be
// repeated and explored like other runs.
class SpoiltFamily final : public property::CounterWraparound {
public:
    SpoiltFamily(const sim::Family& of, sim::Random& random);
    ~SpoiltFamily() override;

    std::unique_ptr<Process> make(const sim::Scenario& scenario, Rank rank, const World& world) const override;

    struct Wrong {
        enum class What { lost, flag_dropped, data_changed, twice, reported_twice, not_reported };
        What what = What::lost;
        PacketKind kind = PacketKind::put;  // kind of the affected packets
        PacketFlag flag = PacketFlag::none;
        std::uint32_t odd = 0;  // affects packets and reports whose number modulo 2 is `odd`
        unsigned report = 0;    // kind of the affected report
    };

private:
    Wrong wrong_;
    std::unique_ptr<std::vector<Spoilt>> worlds_;  // Has capacity for all elements from the start, so that no element
                                                   // changes its address.
};

}  // namespace rmasim::corpus
