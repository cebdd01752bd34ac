#include "sim/untimed/world/schedule.h"

#include "sim/scenario/json/errors.h"

#include <fmt/core.h>

#include <charconv>
#include <string_view>

namespace rmasim::sim {

namespace {

constexpr std::string_view picks_mark = " / picks";

// Returns the given picks one after the other, and 0 after the last of them. Records all picks.
class Repeat final : public Choices {
public:
    explicit Repeat(std::vector<std::uint16_t> picks) : picks_(std::move(picks)) {}

    std::size_t pick(std::size_t alternatives) override {
        const std::size_t wanted = next_ < picks_.size() ? picks_[next_] : 0;
        ++next_;
        if (wanted >= alternatives) out_of_range_ = true;
        return out_of_range_ ? 0 : wanted;
    }
    bool out_of_range() const { return out_of_range_; }

private:
    std::vector<std::uint16_t> picks_;
    std::size_t next_ = 0;
    bool out_of_range_ = false;
};

std::string text_of(const std::vector<Pick>& picks) {
    std::string text;
    for (const Pick& pick : picks) text += fmt::format(" {}", pick.taken);
    return text.empty() ? text : fmt::format("{}{}", picks_mark, text);
}

struct WrittenStep {
    std::string_view move;
    std::vector<std::uint16_t> picks;
    bool well_formed = true;
};

WrittenStep parse(std::string_view text) {
    WrittenStep step;
    const std::size_t mark = text.find(picks_mark);
    step.move = text.substr(0, std::min(mark, text.find(':')));
    if (mark == std::string_view::npos) return step;
    const char* at = text.data() + mark + picks_mark.size();
    const char* const end = text.data() + text.size();
    while (step.well_formed && at != end) {
        std::uint16_t number = 0;
        step.well_formed = *at == ' ';
        const auto [after, error] = std::from_chars(at + 1, end, number);
        step.well_formed = step.well_formed && error == std::errc{};
        at = after;
        step.picks.push_back(number);
    }
    return step;
}

class ScheduleRunner {
public:
    ScheduleRunner(ExploredWorld& world, const std::string& location) : world_(world), location_(location) {}

    StepResult make(const std::string& text) {
        const WrittenStep step = parse(text);
        if (!step.well_formed)
            reject(text, fmt::format("a move, or a move, \"{}\" and numbers", picks_mark));
        world_.list_moves(moves_);
        std::string possible;
        for (const Move& move : moves_) {
            const std::string words = world_.text_of(move);
            if (words == step.move) return carry_out(move, step, text);
            possible += fmt::format("{}\"{}\"", possible.empty() ? "" : ", ", words);
        }
        reject(text, possible.empty() ? "the end of the schedule, because no move is enabled" : possible);
    }

    // Executes the first enabled move. Returns false if no move is enabled.
    bool make_first(StepResult& result) {
        world_.list_moves(moves_);
        if (moves_.empty()) return false;
        Repeat picks({});
        result = world_.carry_out(moves_.front(), picks);
        return true;
    }

private:
    StepResult carry_out(const Move& move, const WrittenStep& step, const std::string& text) {
        Repeat picks(step.picks);
        const StepResult result = world_.carry_out(move, picks);
        if (picks.out_of_range()) reject(text, "numbers that choose among the calls that the step releases");
        return result;
    }
    [[noreturn]] void reject(const std::string& text, const std::string& allowed) const {
        throw BadInput(fmt::format("{}[{}]", location_, world_.steps()), '"' + text + '"', allowed);
    }

    ExploredWorld& world_;
    const std::string& location_;
    std::vector<Move> moves_;
};

}  // namespace

std::vector<std::string> words_of(ExploredWorld& world, const Order& order) {
    world.reset();
    std::vector<std::string> words;
    for (const OrderStep& step : order) words.push_back(make_in_words(world, step));
    return words;
}

std::string make_in_words(ExploredWorld& world, const OrderStep& step) {
    std::vector<std::uint16_t> picks;
    for (const Pick& pick : step.picks) picks.push_back(pick.taken);
    Repeat repeat(std::move(picks));
    world.write_texts(true);
    world.carry_out(step.move, repeat);
    world.write_texts(false);
    return world.text_of_last() + text_of(step.picks);
}

StepResult run_schedule(ExploredWorld& world, const std::vector<std::string>& steps, const std::string& location,
                const std::function<bool()>& may_continue) {
    world.reset();
    ScheduleRunner runner(world, location);
    StepResult result = StepResult::continued;
    for (const std::string& step : steps) {
        if (result != StepResult::continued || !may_continue()) return result;
        result = runner.make(step);
    }
    while (result == StepResult::continued && may_continue() && runner.make_first(result)) {
    }
    return result;
}

}  // namespace rmasim::sim
