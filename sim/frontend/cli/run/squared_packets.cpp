#include "sim/frontend/cli/run/squared_packets.h"

#include "protocol/base/collective.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/scenario/families/alltoall_packets.h"
#include "sim/scenario/families/family.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rmasim::sim {

namespace {

constexpr double min_packets = 10'000'000;

// Follows the instructions of a program as the rank in the middle of all ranks executes them. Loop variables have the
// value 1, all other variables 0.
class Walk {
public:
    Walk(const Scenario& scenario, const Program& program, double ranks)
        : scenario_(scenario), program_(program), ranks_(ranks), size_(scenario.ranks),
          variables_(std::max<std::size_t>(program.variables, first_own_slot + max_rank_names)) {
        variables_[rank_slot] = scenario.ranks / 2;
        variables_[size_slot] = scenario.ranks;
    }

    // Replaces `most` if a call of this program sends more packets.
    void find(std::optional<SquaredPackets>& most) {
        for (std::size_t at = 0; at < program_.code.size();) at = step(at, most);
    }

private:
    // Returns the index of the next instruction.
    std::size_t step(std::size_t at, std::optional<SquaredPackets>& most) {
        const Instruction& one = program_.code[at];
        if (const auto* const loop = one.find<RepeatInstruction>()) {
            variables_[loop->variable] = 1;
            rounds_.push_back(std::max(0.0, value_of(loop->times)));
        } else if (one.is<RepeatEndInstruction>()) {
            if (!rounds_.empty()) rounds_.pop_back();
        } else if (const auto* const branch = one.find<BranchInstruction>()) {
            if (value_of(branch->condition) == 0 && branch->destination > at) return branch->destination;
        } else if (const auto* const jump = one.find<JumpInstruction>()) {
            if (jump->destination > at) return jump->destination;
        } else if (is_call(one)) {
            note(one, most);
        }
        return at + 1;
    }

    void note(const Instruction& call, std::optional<SquaredPackets>& most) const {
        double rounds = 1;
        bool over_all_ranks = false;
        for (const double of_loop : rounds_) {
            rounds *= of_loop;
            over_all_ranks = over_all_ranks || of_loop >= static_cast<double>(size_ - 1);
        }
        double packets = 0;
        if (sends_to_all(call)) packets = ranks_ * rounds * static_cast<double>(size_);
        else if (over_all_ranks && sends_to_one(call)) packets = ranks_ * rounds;
        if (packets < std::max(min_packets, most ? most->packets : 0)) return;
        most = {std::string(name_of(call.call)), program_.location_text(call.location), packets};
    }

    bool sends_to_all(const Instruction& call) const {
        const std::string_view family = scenario_.family->name();
        constexpr CallSet alltoalls = with_nonblocking({Call::alltoall, Call::alltoallv, Call::alltoallw});
        if (alltoalls.contains(call.call)) {
            const auto& collective = call.as<CollectiveInstruction>();
            const double bytes = std::max(0.0, value_of(collective.elements.count)) *
                                 static_cast<double>(bytes_of(collective.elements.datatype));
            return collective.comm == no_window && alltoall_is_direct(*scenario_.family, *scenario_.protocol, call.call,
                                                                      size_, static_cast<std::uint64_t>(bytes));
        }
        const auto* const on = call.find<AssertedInstruction>();
        if (on == nullptr || scenario_.windows[on->window].comm != no_window) return false;
        if (call.call == Call::fence) return family == "oldqueue" || family == "shm";
        return call.call == Call::lock_all && family == "ch4" && !has(on->asserts, Assert::nocheck);
    }

    static bool sends_to_one(const Instruction& call) {
        bool sends = false;
        std::visit(
            [&](const auto& body) {
                using Body = std::remove_cvref_t<decltype(body)>;
                if constexpr (std::is_base_of_v<TargetElement, Body> || std::is_same_v<Body, SendInstruction>) {
                    sends = !body.target.is_constant();
                }
            },
            call.body);
        return sends;
    }

    double value_of(const Expression& expression) const {
        std::int64_t value = 0;
        Random unused(0, 0);
        if (expression.uses_random()) return 0;
        try {
            value = expression.evaluate(variables_, unused);
        } catch (const ExpressionError&) {
            return 0;
        }
        return static_cast<double>(value);
    }

    const Scenario& scenario_;
    const Program& program_;
    double ranks_;
    Rank size_;
    std::vector<std::int64_t> variables_;
    std::vector<double> rounds_;  // of the loops around the current instruction
};

}  // namespace

std::optional<SquaredPackets> squared_packets(const Scenario& scenario) {
    std::optional<SquaredPackets> most;
    const auto size = static_cast<double>(scenario.ranks);
    if (size * size < min_packets) return most;
    std::vector<double> ranks(scenario.programs.size());
    for (const std::int32_t program : scenario.program_of_rank) {
        if (program >= 0) ++ranks[static_cast<std::size_t>(program)];
    }
    for (std::size_t number = 0; number < ranks.size(); ++number) {
        for (const Program& program : scenario.programs[number]) Walk(scenario, program, ranks[number]).find(most);
    }
    return most;
}

std::string warning_of_squared_packets(const Scenario& scenario) {
    const std::optional<SquaredPackets> most = squared_packets(scenario);
    if (!most) return {};
    return fmt::format("{}: in {} ({}) each rank sends to every other rank: about {} packets, the square of {}",
                       scenario.title(), most->call, most->location, grouped(static_cast<std::uint64_t>(most->packets)),
                       counted(static_cast<std::uint64_t>(scenario.ranks), "rank"));
}

}  // namespace rmasim::sim
