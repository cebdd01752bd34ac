#include "tests/sequences/harness/session.h"

#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/call_arguments.h"
#include "tests/sequences/harness/orders.h"
#include "tests/sequences/harness/values.h"
#include "tests/sequences/harness/world_settings.h"

#include <fmt/core.h>

namespace rmasim::seq {

TestWorld& Session::world() {
    if (!world_) throw BadSequence("there is no world yet: the first command is `world`");
    return *world_;
}

std::vector<std::string> Session::execute(const std::string& line) {
    Arguments arguments(line);
    const std::string verb = arguments.take_word();
    run(verb, arguments);
    history_.push_back(line);
    return world().record().take();
}

void Session::run(const std::string& verb, Arguments& arguments) {
    if (verb == "world") return make_world(arguments);
    if (verb == "quiet" || verb == "loud") {
        arguments.require_used_up();
        return world().record().set_quiet(verb == "quiet");
    }
    if (run_packet_verb(verb, arguments) || run_question(verb, arguments)) return arguments.require_used_up();
    run_call(verb, arguments);
}

void Session::make_world(Arguments& arguments) {
    if (world_) throw BadSequence("a sequence has one world");
    sim::Scenario scenario = scenario_in(arguments);
    arguments.require_used_up();
    posted_.assign(static_cast<std::size_t>(scenario.ranks), 0);
    world_ = std::make_unique<TestWorld>(std::move(scenario));
}

Rank Session::known_rank(Rank rank) const {
    if (!world_ || rank < 0 || rank >= world_->scenario().ranks)
        throw BadSequence(fmt::format("there is no rank {}", rank));
    return rank;
}

bool Session::run_packet_verb(const std::string& verb, Arguments& arguments) {
    if (verb == "settle") {
        settle(arguments);
    } else if (verb == "deliver") {
        deliver(arguments, true);
    } else if (verb == "arrive") {
        deliver(arguments, false);
    } else if (verb == "sent") {
        sent(arguments);
    } else if (verb == "look") {
        world().look(known_rank(arguments.take_rank("a rank")));
    } else if (verb == "hold") {
        const Pair pair = pair_in(arguments.take_word());
        world().hold(pair, arguments.take_word());
    } else if (verb == "release") {
        world().release(pair_in(arguments.take_word()));
    } else {
        return false;
    }
    return true;
}

void Session::settle(Arguments& arguments) {
    const auto orders = arguments.take_setting("orders");
    if (orders && *orders != "all") throw BadSequence("orders=all is the only choice");
    world().settle();
    if (!orders || orders_ == Orders::not_explored) return;
    const OrdersExplored explored = explore_orders(history_, orders_ == Orders::equal_counts);
    print(explored.lines(), "");
    if (orders_difference_.empty()) orders_difference_ = explored.difference;
}

// `deliver 0>1` delivers the first packet of the pair. `deliver 0>1 2` delivers the second packet, which only some
// worlds allow. In families whose ranks poll several packets together, `arrive 0>1` only makes the packet arrive, and
// `look 1` polls.
void Session::deliver(Arguments& arguments, bool looks) {
    const Pair pair = pair_in(arguments.take_word());
    const std::string which = arguments.take_word();
    const std::int64_t index = which.empty() ? 0 : number_in(which) - 1;
    const auto move = world().delivery(pair, static_cast<std::size_t>(index));
    if (move) {
        world().make(*move);
        if (looks) world().look(pair.second);
        return;
    }
    world().record().add_always(text_of(pair) + " has nothing to deliver");
}

// `sent 0 op=1`: the data of rank 0's operation 1 has left.
void Session::sent(Arguments& arguments) {
    const Rank rank = known_rank(arguments.take_rank("a rank"));
    const auto op = static_cast<OpId>(arguments.take_setting("op", std::int64_t{0}));
    const auto move = world().departure(rank, op);
    if (move) return world().make(*move);
    world().record().add_always(fmt::format("{} has no data of op {} to send", rank, op));
}

bool Session::run_question(const std::string& verb, Arguments& arguments) {
    if (verb == "counts") {
        const PairCounts& counts = world().record().counts();
        print(arguments.take_flag("by-kind") ? counts.by_kind() : counts.by_pair(), "");
    } else if (verb == "waiting") {
        print(world().waiting(), "nobody waits");
    } else if (verb == "state") {
        print(world().state_of(known_rank(arguments.take_rank("a rank"))), "");
    } else if (verb == "pools") {
        const std::string who = arguments.take_word();
        if (who.empty()) {
            print(world().elements_out(), "all elements are in their pools");
        } else {
            print(world().pools_of(known_rank(static_cast<Rank>(number_in(who)))), "");
        }
    } else if (verb == "table") {
        print(world().table_of(known_rank(arguments.take_rank("a rank"))), "");
    } else if (verb == "memory") {
        print_memory(arguments);
    } else {
        return false;
    }
    return true;
}

void Session::print(const std::vector<std::string>& lines, const std::string& when_empty) {
    for (const std::string& line : lines) world().record().add_always(line);
    if (lines.empty() && !when_empty.empty()) world().record().add_always(when_empty);
}

void Session::print_memory(Arguments& arguments) {
    const Rank rank = known_rank(arguments.take_rank("a rank"));
    const auto disp = static_cast<std::uint64_t>(arguments.take_number("a displacement"));
    const auto bytes = static_cast<std::size_t>(arguments.take_number("a length"));
    const WindowId window = window_in(arguments, world().scenario());
    const Datatype datatype = datatype_named(arguments.take_setting("datatype").value_or("byte"));
    const std::uint64_t all = world().scenario().windows[window].bytes.of(rank);
    if (disp > all || bytes > all - disp) throw BadSequence("that is outside the window");
    print({text_of(world().ranks().memory().copy(rank, window, disp, bytes), datatype)}, "");
}

}  // namespace rmasim::seq
