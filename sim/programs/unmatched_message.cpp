#include "sim/programs/unmatched_message.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <vector>

namespace rmasim::sim {

namespace {

std::span<const Program> threads_of(const Scenario& scenario, Rank rank) {
    if (scenario.program_of_rank.empty()) return {};
    const std::int32_t program = scenario.program_of_rank[static_cast<std::size_t>(rank)];
    return program < 0 ? std::span<const Program>() : scenario.programs[static_cast<std::size_t>(program)];
}

// Returns the name of a program, such as "programs[1]". The locations of its calls contain this name.
std::string name_of_program(std::span<const Program> threads) {
    for (const Program& thread : threads) {
        if (thread.locations.empty()) continue;
        const std::string& location = thread.locations.front();
        return location.substr(0, location.find('.'));
    }
    return "its program";
}

// True if the expression may have the value `wanted`. An expression that is not constant may have any value.
bool may_be(const Expression& value, std::int64_t wanted) {
    std::int64_t known = 0;
    return !value.is_constant() || (value.evaluate_simple({}, known) && known == wanted);
}

// Returns the communicator rank, by which a program names the rank.
Rank comm_rank_of(const Scenario& scenario, Rank rank, WindowId comm) {
    return comm == no_window ? rank : scenario.communicators->group_of(rank, comm).comm_rank_of(rank);
}

// Returns a text such as ", rank 1 to rank 3 of row"; empty for a message without a communicator.
std::string in_communicator(const Scenario& scenario, const UnreceivedMessage& message) {
    if (message.comm == no_window) return {};
    return fmt::format(", rank {} to rank {} of {}", comm_rank_of(scenario, message.source, message.comm),
                       comm_rank_of(scenario, message.receiver, message.comm),
                       scenario.communicators->numbered(message.comm).name());
}

std::vector<std::string> possible_sends(const Scenario& scenario, const UnreceivedMessage& message) {
    std::vector<std::string> locations;
    for (const Program& thread : threads_of(scenario, message.source)) {
        for (const Instruction& at : thread.code) {
            const auto* const send = at.find<SendInstruction>();
            if (send == nullptr || send->comm != message.comm || !may_be(send->tag, message.tag)) continue;
            if (!may_be(send->target, comm_rank_of(scenario, message.receiver, message.comm))) continue;
            locations.push_back(thread.locations[at.location]);
        }
    }
    return locations;
}

}  // namespace

MissingReceive unmatched_message(const Scenario& scenario, const UnreceivedMessage& error) {
    constexpr std::size_t max_named = 3;
    std::vector<std::string> sent_at = possible_sends(scenario, error);
    MissingReceive missing{"the end of " + name_of_program(threads_of(scenario, error.receiver)),
                           error.rule + in_communicator(scenario, error)};
    if (sent_at.empty()) return missing;
    if (sent_at.size() > max_named) {
        const std::size_t more = sent_at.size() - max_named + 1;
        sent_at.resize(max_named - 1);
        sent_at.push_back(fmt::format("{} other places", more));
    }
    missing.rule += fmt::format(", at {}", fmt::join(sent_at, " or "));
    return missing;
}

}  // namespace rmasim::sim
