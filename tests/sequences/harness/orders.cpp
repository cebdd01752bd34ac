#include "tests/sequences/harness/orders.h"

#include "tests/sequences/harness/session.h"

#include <fmt/core.h>

#include <map>
#include <set>

namespace rmasim::seq {

namespace {

constexpr std::size_t max_orders = 2000;
constexpr std::size_t max_runs = 20000;

struct Step {
    std::size_t choice;
    std::size_t choices;
    sim::Move move;
};

class Explorer {
public:
    Explorer(const std::vector<std::string>& history, bool with_counts)
        : history_(history), with_counts_(with_counts) {}

    OrdersExplored run() {
        for (std::size_t runs = 0;; ++runs) {
            if (runs == max_runs || result_.orders == max_orders) {
                result_.all = false;
                return result_;
            }
            run_once();
            if (!result_.difference.empty() || !next_prefix()) return result_;
        }
    }

private:
    // Follows the prefix in `steps_`, then always the first choice, to the end or to a state that was seen before.
    void run_once() {
        Session session(Session::Orders::not_explored);
        for (const std::string& line : history_) session.execute(line);
        const std::size_t prefix = steps_.size();
        std::size_t depth = 0;
        bool seen_before = false;
        std::map<Rank, std::string> made;  // by rank: its transitions in order
        session.world().settle([&](const std::vector<sim::Move>& possible) -> std::optional<std::size_t> {
            if (seen_before) return std::nullopt;
            if (depth == steps_.size()) steps_.push_back({0, possible.size(), {}});
            Step& step = steps_[depth];
            step.move = possible[step.choice];
            made[step.move.rank] += fmt::format("{}.{},", step.move.source, step.move.number);
            // Steps under mutexes depend on those of other ranks.
            if (step.move.kind == sim::Move::Kind::continue_under_mutex)
                made[no_rank] += fmt::format("{},", step.move.rank);
            ++depth;
            if (depth >= prefix && !seen_.insert(key_of(made)).second) seen_before = true;
            return step.choice;
        });
        if (!seen_before) note_end(session.world());
    }

    static std::string key_of(const std::map<Rank, std::string>& made) {
        std::string key;
        for (const auto& [rank, packets] : made) key += fmt::format("{}:{};", rank, packets);
        return key;
    }

    void note_end(TestWorld& world) {
        ++result_.orders;
        const auto end = world.end_state(with_counts_);
        if (first_end_.empty()) first_end_ = end;
        if (end == first_end_) return;
        std::size_t at = 0;
        while (at < end.size() && at < first_end_.size() && end[at] == first_end_[at]) ++at;
        const auto line = [at](const auto& lines) { return at < lines.size() ? lines[at] : "(nothing)"; };
        result_.difference = fmt::format("order {}: '{}', not '{}'", order_text(), line(end), line(first_end_));
    }

    std::string order_text() const {
        std::string text;
        for (const Step& step : steps_) {
            const sim::Move& move = step.move;
            text += text.empty() ? "" : " ";
            text += move.kind == sim::Move::Kind::receive ? fmt::format("{}>{}#{}", move.source, move.rank, move.number)
                    : move.kind == sim::Move::Kind::send_completed ? fmt::format("{}#{}", move.rank, move.number)
                    : move.kind == sim::Move::Kind::poll      ? fmt::format("{}?", move.rank)
                                                              : fmt::format("{}", move.rank);
        }
        return text;
    }

    // Selects the next prefix, depth first. Returns false if there is none.
    bool next_prefix() {
        while (!steps_.empty() && steps_.back().choice + 1 == steps_.back().choices) steps_.pop_back();
        if (steps_.empty()) return false;
        ++steps_.back().choice;
        return true;
    }

    const std::vector<std::string>& history_;
    bool with_counts_;
    std::vector<Step> steps_;
    std::set<std::string> seen_;
    std::vector<std::string> first_end_;
    OrdersExplored result_;
};

}  // namespace

std::vector<std::string> OrdersExplored::lines() const {
    std::vector<std::string> lines{fmt::format("orders explored: {}{}", orders, all ? "" : " (there are more)")};
    if (!difference.empty()) lines.push_back("orders differ: " + difference);
    return lines;
}

OrdersExplored explore_orders(const std::vector<std::string>& history, bool with_counts) {
    return Explorer(history, with_counts).run();
}

}  // namespace rmasim::seq
