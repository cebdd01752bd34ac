// The reader of communicators. Each name splits all ranks, or splits the communicators of another name. The reader
// reads names in the order of the file. But if a name splits the communicators of another name, it reads the other name
// first.
#include "sim/scenario/json/nearest.h"
#include "sim/scenario/model/communicators.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/names.h"
#include "sim/scenario/program/ranks.h"
#include "sim/scenario/read/parse_parts.h"
#include "sim/scenario/read/parse_topology.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace rmasim::sim {

namespace {

constexpr std::string_view colours =
    "a colour from 0 to 2147483647, an expression in rank and size that has one, or undefined";
constexpr std::int64_t undefined = INT64_MIN;

// A member of a communicator, with the values that determine its communicator and its rank in the communicator.
struct Member {
    std::int32_t parent;  // the index of the communicator that is split
    std::int64_t colour;
    std::int64_t key;
    Rank comm_rank;  // the rank in the communicator that is split
    Rank rank;
    auto together() const { return std::tuple(parent, colour); }
    auto order() const { return std::tuple(parent, colour, key, comm_rank); }
};

class Splitter {
public:
    Splitter(const JsonValue& value, Scenario& scenario) : scenario_(scenario) {
        for (const auto& [name, member] : value.members(limits::max_communicators, 1)) {
            names_.push_back(name);
            values_.push_back(member);
        }
        states_.resize(names_.size(), State::unread);
        table_ = std::make_shared<CommunicatorTable>(names_.size());
    }

    std::shared_ptr<CommunicatorTable> read_all() {
        for (std::size_t name = 0; name < names_.size(); ++name) read(name);
        complaints_.raise_any();
        return table_;
    }

private:
    enum class State : std::uint8_t { unread, reading, read };

    void read(std::size_t name) {
        if (states_[name] != State::unread) return;
        states_[name] = State::reading;
        chain_.push_back(name);
        complaints_.attempt([&] { split(name); });
        chain_.pop_back();
        states_[name] = State::read;
    }

    void split(std::size_t name) {
        const JsonValue& value = values_[name];
        check_name(names_[name], value);
        check_free_name(names_[name], value);
        const JsonObject object(value, {"colour", "split", "key", "of", "cart", "graph"});
        const auto of = object.find("of");
        const std::optional<std::size_t> parent = of ? std::optional(parent_of(*of)) : std::nullopt;
        // The communicators to split have an error, which is stored already.
        if (parent && !table_->is_set(*parent)) return;
        std::vector<Member> members = members_of(parent);
        if (object.has("split") == object.has("colour")) {
            value.fail("either \"colour\" with an expression, or \"split\": \"node\"");
        }
        if (const auto by = object.find("split")) split_by_node(*by, members);
        else colour(object.at("colour"), members);
        if (const auto key = object.find("key")) order(*key, members);
        table_->set(name, Split(names_[name], scenario_.ranks, groups_of(members)));
        table_->add_names(name, scenario_.scope);
        RankReader reader(scenario_.ranks, scenario_.scope);
        if (auto topology = read_topology(object, table_->split(name), reader)) {
            table_->set_topology(name, std::move(*topology));
        }
    }

    std::size_t parent_of(const JsonValue& of) {
        const std::string wanted = of.text(limits::max_identifier_length, 1);
        const auto at = std::find(names_.begin(), names_.end(), wanted);
        if (at == names_.end()) {
            const std::vector<std::string_view> known(names_.begin(), names_.end());
            of.fail("the name of another communicator: " + names_allowed(wanted, known));
        }
        const auto parent = static_cast<std::size_t>(at - names_.begin());
        if (states_[parent] == State::reading) {
            of.fail(
                "a communicator that is not split from this communicator, directly or indirectly; these form a "
                "cycle: " +
                cycle_from(parent));
        }
        read(parent);
        return parent;
    }

    std::string cycle_from(std::size_t parent) const {
        std::vector<std::string> cycle;
        for (auto at = std::find(chain_.begin(), chain_.end(), parent); at != chain_.end(); ++at) {
            cycle.push_back(names_[*at]);
        }
        cycle.push_back(names_[parent]);
        return fmt::format("{}", fmt::join(cycle, ", "));
    }

    // The ranks of the communicators to split, in ascending order.
    std::vector<Member> members_of(std::optional<std::size_t> parent) const {
        std::vector<Member> members;
        for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
            const Split* const split = parent ? &table_->split(*parent) : nullptr;
            const RankGroup* const group = split == nullptr ? nullptr : split->group_of(rank);
            if (split != nullptr && group == nullptr) continue;
            const Rank comm_rank = group == nullptr ? rank : group->comm_rank_of(rank);
            members.push_back({split == nullptr ? 0 : split->index_of(rank), 0, 0, comm_rank, rank});
        }
        return members;
    }

    void split_by_node(const JsonValue& by, std::vector<Member>& members) const {
        constexpr std::array<std::pair<std::string_view, bool>, 1> ways{{{"node", true}}};
        (void)by.one_of(ways);
        for (Member& one : members) one.colour = one.rank / scenario_.platform.ranks_per_node;
    }

    void colour(const JsonValue& value, std::vector<Member>& members) {
        Scope scope = scenario_.scope;
        scope.names.push_back({"undefined", 0, 0, undefined});
        for_each_value(value, scope, std::string(colours), members, [&](Member& one, std::int64_t is) {
            one.colour = is;
            if (is == undefined || (is >= limits::colour.min && is <= limits::colour.max)) return;
            throw BadInput(value.location(), fmt::format("{} = {} (rank {})", value.quoted(), is, one.rank),
                           std::string(colours));
        });
        std::erase_if(members, [](const Member& one) { return one.colour == undefined; });
    }

    void order(const JsonValue& value, std::vector<Member>& members) {
        for_each_value(value, scenario_.scope, "an integer, or an expression in rank and size", members,
                       [](Member& one, std::int64_t is) { one.key = is; });
    }

    template <class Use>
    void for_each_value(const JsonValue& value, const Scope& scope, const std::string& allowed,
                        std::vector<Member>& members, Use use) {
        if (!value.is_number() && !value.is_text()) value.fail(allowed);
        const std::string text = value.is_number() ? "" : value.text(max_expression_length, 1);
        RankReader reader(scenario_.ranks, scope);
        Rank rank = no_rank;
        try {
            const Expression expression =
                value.is_number() ? Expression(value.integer()) : Expression::compile(text, scope);
            if (expression.uses_random()) throw ExpressionError("random() is not allowed here");
            reader.spend(members.size() * (1 + text.size()), text, value.location());
            for (Member& one : members) {
                rank = one.rank;
                Random unused(0, 0);
                use(one, expression.evaluate(RankVariables(rank, scenario_.ranks, scope.of_ranks), unused));
            }
        } catch (const ExpressionError& error) {
            const std::string where = rank == no_rank ? "" : fmt::format(", rank {}", rank);
            throw BadInput(value.location(), fmt::format("{} ({}{})", value.quoted(), error.what(), where), allowed);
        }
    }

    static std::vector<std::vector<Rank>> groups_of(std::vector<Member>& members) {
        std::sort(members.begin(), members.end(),
                  [](const Member& a, const Member& b) { return a.order() < b.order(); });
        std::vector<std::vector<Rank>> groups;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (i == 0 || members[i].together() != members[i - 1].together()) groups.emplace_back();
            groups.back().push_back(members[i].rank);
        }
        return groups;
    }

    Scenario& scenario_;
    std::vector<std::string> names_;
    std::vector<JsonValue> values_;
    std::vector<State> states_;
    // The names that are being read; each name splits the communicators of the next name.
    std::vector<std::size_t> chain_;
    std::shared_ptr<CommunicatorTable> table_;
    Complaints complaints_;
};

}  // namespace

void parse_communicators(const JsonValue& value, Scenario& scenario) {
    scenario.communicators = Splitter(value, scenario).read_all();
}

}  // namespace rmasim::sim
