#include "sim/untimed/explore/confirm.h"

#include "sim/untimed/explore/replay.h"
#include "sim/untimed/world/untimed_world.h"
#include "sim/untimed/world/written_step.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <string_view>
#include <tuple>

namespace rmasim::sim {

namespace {

constexpr std::string_view packet_mark = " (packet ", window_mark = " of window ",
                           communicator_mark = " of communicator ";

// The number at the beginning of a text.
std::uint32_t number_in(std::string_view text) {
    std::uint32_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// Packets of barriers change the numbers of other packets.
std::string_view without_number(std::string_view text) { return text.substr(0, text.find(packet_mark)); }

// A rank leaves a barrier: "1 leaves win_free 2 of window 0".
struct Leaving {
    explicit Leaving(std::string_view text) : rank(static_cast<Rank>(number_in(text))) {
        const auto behind = [&](std::string_view mark) {
            const std::size_t at = text.find(mark);
            return at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
        };
        const std::string_view call = behind(" leaves ");
        number = number_in(call.substr(std::min(call.find(' ') + 1, call.size())));
        if (const std::string_view window = behind(window_mark); !window.empty()) {
            id = static_cast<WindowId>(number_in(window));
        } else if (const std::string_view communicator = behind(communicator_mark); !communicator.empty()) {
            id = static_cast<WindowId>(no_window - number_in(communicator));
        }
    }
    Rank rank;
    std::uint32_t number = 0;
    WindowId id = no_window;
};

class ByPackets {
public:
    ByPackets(ExploredWorld& world, const check::Checker& checker,
              const std::function<StepResult(const Move&, Choices&)>& make)
        : world_(world), checker_(checker), make_(make) {}

    PacketOrder run(const std::vector<std::string>& steps) {
        world_.write_texts(true);
        for (const std::string& text : steps) {
            if (is_over()) break;
            const WrittenStep step = parse_step(text);
            if (is_of_calm_barrier(step.move) ? !leave(Leaving(step.move)) : !follow(step)) return {};
        }
        while (!is_over()) {
            world_.list_moves(moves_);
            if (moves_.empty()) break;
            execute(moves_.front(), {});
        }
        world_.write_texts(false);
        return {std::move(made_), failure_of(world_, result_, checker_)};
    }

private:
    bool is_over() const { return result_ != StepResult::continued || checker_.violation(); }

    void execute(Move move, std::vector<std::uint16_t> picks) {
        if (is_barrier(move)) {
            const Packet& packet = world_.packet_of(move);
            ++received_[{move.rank, packet.window, packet.round}];
        }
        RepeatedPicks choices(std::move(picks));
        result_ = make_(move, choices);
        made_.push_back(world_.text_of_last() + text_of(choices.made()));
    }

    bool is_barrier(const Move& move) const {
        return move.kind == Move::Kind::receive && CalmBarriers::is_of_barrier(world_.packet_of(move));
    }

    // Executes the first enabled move for which `is_wanted` returns true. Returns false if there is none.
    template <class Wanted>
    bool execute_first(Wanted is_wanted, const std::vector<std::uint16_t>& picks = {}) {
        if (is_over()) return false;
        world_.list_moves(moves_);
        const auto move = std::ranges::find_if(moves_, is_wanted);
        if (move == moves_.end()) return false;
        execute(*move, picks);
        return true;
    }

    bool poll(Rank rank) {
        return execute_first([&](const Move& move) { return move.kind == Move::Kind::poll && move.rank == rank; });
    }

    // Executes a step that leaves no barrier. A packet of a barrier may have to arrive before. A rank polls only if it
    // has not done so for a barrier.
    bool follow(const WrittenStep& step) {
        const std::string_view wanted = without_number(step.move);
        const auto is_it = [&](const Move& move) {
            return !is_barrier(move) && without_number(world_.text_of(move)) == wanted;
        };
        const auto is_before = [&](const Move& move) {
            return is_barrier(move) && wanted.starts_with(fmt::format("{} receives ", move.rank)) &&
                   wanted.ends_with(fmt::format(" from {}", move.source));
        };
        while (!execute_first(is_it, step.picks)) {
            if (is_over() || wanted.ends_with(" looks")) return true;
            if (!execute_first(is_before) && !poll(static_cast<Rank>(number_in(wanted)))) return false;
        }
        return true;
    }

    // Lets the packets arrive without which the rank does not leave the barrier.
    bool leave(const Leaving& leaving) {
        const RankGroup group = group_of_barrier(world_, leaving.rank, leaving.id);
        const unsigned rounds = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(group.size()) - 1));
        if (!bring(leaving, group, leaving.rank, rounds)) return false;
        poll(leaving.rank);
        return true;
    }

    // Lets the packets of the first `rounds` rounds arrive at a rank. Returns false if that is not possible.
    bool bring(const Leaving& leaving, const RankGroup& group, Rank rank, unsigned rounds) {
        const Rank comm_rank = group.comm_rank_of(rank);
        for (unsigned round = 0; round < rounds; ++round) {
            const Rank back = static_cast<Rank>((1u << round) % static_cast<unsigned>(group.size()));
            const Rank source = group.member((comm_rank - back + group.size()) % group.size());
            const auto is_it = [&](const Move& move) {
                return is_barrier(move) && move.rank == rank && move.source == source &&
                       world_.packet_of(move).window == leaving.id;
            };
            while (received_[{rank, leaving.id, round}] < leaving.number) {
                if (execute_first(is_it)) continue;
                if (!bring(leaving, group, source, round)) return false;
                poll(source);
                if (!execute_first(is_it)) return false;
            }
        }
        return true;
    }

    ExploredWorld& world_;
    const check::Checker& checker_;
    const std::function<StepResult(const Move&, Choices&)>& make_;
    StepResult result_ = StepResult::continued;
    std::vector<std::string> made_;
    std::vector<Move> moves_;
    // By rank, window or communicator, and round: the number of packets of barriers.
    std::map<std::tuple<Rank, WindowId, unsigned>, std::uint32_t> received_;
};

}  // namespace

PacketOrder repeat_by_packets(ExploredWorld& world, const check::Checker& checker,
                              const std::vector<std::string>& steps,
                              const std::function<StepResult(const Move&, Choices&)>& make) {
    return ByPackets(world, checker, make).run(steps);
}

void confirm_failures(const Scenario& scenario, Exploration& found, OrderWords& orders) {
    for (auto& [key, one] : found.failures) {
        std::vector<std::string>& steps = orders.failures.at(key);
        check::Checker checker(scenario);
        UntimedWorld world(scenario, &checker);
        PacketOrder by_packets = repeat_by_packets(
            world, checker, steps, [&world](const Move& move, Choices& picks) { return world.carry_out(move, picks); });
        if (by_packets.steps.empty()) continue;
        Replay again = replay(scenario, by_packets.steps, "the order with packets");
        if (again.failed != key.first) continue;
        one.confirmed = true;
        one.shortest.what = std::move(again.what);
        steps = std::move(by_packets.steps);
        if (steps.size() > again.steps) steps.resize(again.steps);
        one.steps = steps.size();
    }
}

}  // namespace rmasim::sim
