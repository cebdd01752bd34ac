// FanOut passes each event of the tables on to every sink, with its arguments, in the order of the sinks.
#include "sim/programs/fan_out.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

namespace rmasim::sim {
namespace {

template <class Value>
std::string text(const Value& value) {
    if constexpr (std::is_enum_v<Value>) return fmt::format("{}", static_cast<int>(value));
    else if constexpr (std::is_arithmetic_v<Value>) return fmt::format("{}", value);
    else return fmt::format("{}", fmt::ptr(&value));  // packets, threads and other objects are passed by reference
}
std::string text(std::string_view value) { return std::string(value); }
std::string text(std::span<const std::byte> data) { return fmt::format("{} bytes", data.size()); }

// Writes each event down: its sink, its name and all its arguments.
class Notes final : public Watcher {
public:
    Notes(std::string name, std::vector<std::string>& lines) : name_(std::move(name)), lines_(lines) {}

#define RMASIM_EVENT(name, parameters, arguments) \
    void name parameters override { note(#name, std::tie arguments); }
#include "protocol/base/events.inc"
#define RMASIM_EVENT(name, parameters, arguments) \
    void name parameters override { note(#name, std::tie arguments); }
#include "sim/programs/events.inc"
#define RMASIM_EVENT(name, parameters, arguments) \
    void name parameters override { note(#name, std::tie arguments); }
#include "sim/programs/timed_events.inc"

private:
    void note(const char* event, const auto& arguments) {
        std::string line = name_ + " " + event;
        std::apply([&](const auto&... each) { ((line += " " + text(each)), ...); }, arguments);
        lines_.push_back(line);
    }

    std::string name_;
    std::vector<std::string>& lines_;
};

// Reports events with arguments that differ from each other.
class Reporter {
public:
    Reporter() : threads_(scenario_with_a_rank()), thread_(threads_.make_next().front()) {}

    template <class Class, class... Arguments>
    void report(Watcher& to, void (Class::*event)(Arguments...)) {
        next_ = 0;
        std::tuple<Arguments...> arguments{argument<Arguments>()...};
        std::apply([&](auto&... each) { (to.*event)(each...); }, arguments);
    }

private:
    const Scenario& scenario_with_a_rank() {
        scenario_.ranks = 1;
        scenario_.program_of_rank = {-1};
        return scenario_;
    }
    template <class Argument>
    Argument argument() {
        using Value = std::remove_cvref_t<Argument>;
        if constexpr (std::is_same_v<Value, Packet>) return packet_;
        else if constexpr (std::is_same_v<Value, Operation>) return operation_;
        else if constexpr (std::is_same_v<Value, CounterChange>) return change_;
        else if constexpr (std::is_same_v<Value, CounterSignal>) return signal_;
        else if constexpr (std::is_same_v<Value, Thread>) return thread_;
        else if constexpr (std::is_same_v<Value, CallRequest>) return call_;
        else if constexpr (std::is_same_v<Value, MemoryAccess>) return access_;
        else if constexpr (std::is_same_v<Value, std::string_view>) return ++next_ % 2 == 0 ? "even" : "odd";
        else if constexpr (std::is_same_v<Value, std::span<const std::byte>>) return data_;
        else if constexpr (std::is_same_v<Value, bool>) return true;
        else return static_cast<Value>(++next_);
    }

    Scenario scenario_;
    Threads threads_;
    const Thread& thread_;
    Packet packet_;
    Operation operation_;
    CounterChange change_;
    CounterSignal signal_;
    CallRequest call_;
    MemoryAccess access_;
    std::byte data_[3]{};
    int next_ = 0;
};

TEST(FanOut, PassesEveryEventToEverySink) {
    std::vector<std::string> lines, direct;
    Notes first("first", lines), second("second", lines), alone("", direct);
    Notes* const absent = nullptr;
    FanOut all(&first, absent, &second);
    Reporter reporter;
    std::size_t events = 0;
    const auto expect_passed_on = [&](auto event) {
        reporter.report(alone, event);
        reporter.report(all, event);
        EXPECT_EQ(lines, (std::vector{"first" + direct.back(), "second" + direct.back()}));
        lines.clear();
        ++events;
    };
#define RMASIM_EVENT(name, parameters, arguments) expect_passed_on(&Observer::name);
#include "protocol/base/events.inc"
#define RMASIM_EVENT(name, parameters, arguments) expect_passed_on(&Watcher::name);
#include "sim/programs/events.inc"
#define RMASIM_EVENT(name, parameters, arguments) expect_passed_on(&Watcher::name);
#include "sim/programs/timed_events.inc"
    EXPECT_EQ(direct.size(), events);
}

TEST(FanOut, ReportsAnEventToASinkThatOverridesOnlyThisOne) {
    struct Packets final : Watcher {
        int sent = 0;
        void packet_sent(const Packet&) override { ++sent; }
    } packets;
    FanOut all(&packets);
    all.packet_sent({});
    all.packet_delivered({});
    all.exposure_ended(0, 0);
    EXPECT_EQ(packets.sent, 1);
}

}  // namespace
}  // namespace rmasim::sim
