// A family whose core is wrong in one place: what judges a core has something to say of it, in every world.
#pragma once

#include "sim/scenario/expression/picks.h"
#include "tests/property/counter_wraparound.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::corpus {

class Spoilt;

// What is wrong is drawn. It depends on nothing but the packet or report at hand, so that a run can be repeated, and
// explored, like any other.
class SpoiltFamily final : public property::CounterWraparound {
public:
    SpoiltFamily(const sim::Family& of, sim::Random& random);
    ~SpoiltFamily() override;

    std::unique_ptr<Process> make_process(const sim::Scenario& scenario, Rank rank, const World& world) const override;

    struct Wrong {
        enum class What { lost, flag_gone, data_changed, twice, reported_twice, not_reported };
        What what = What::lost;
        PacketKind kind = PacketKind::put;  // of the packets concerned
        PacketFlag flag = PacketFlag::none;
        std::uint32_t odd = 0;  // of the packets with such numbers
        unsigned report = 0;    // which sort of report
    };

private:
    Wrong wrong_;
    std::unique_ptr<std::vector<Spoilt>> worlds_;  // with room for all that there will be: nothing moves
};

}  // namespace rmasim::corpus
