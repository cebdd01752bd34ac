// Errors have the correct position in the text.
#include "sim/scenario/json/positions.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace rmasim::sim {
namespace {

using LineAndColumn = std::pair<std::uint32_t, std::uint32_t>;

// Line and column of an error at `location`; 0, 0 if there is none.
LineAndColumn position(const std::string& text, const std::string& location, const std::string& found = "5") {
    BadInput error(location, found, "something else");
    add_positions(error, text);
    return {error.line, error.column};
}

const std::string scenario_text = R"({ "name": "a\"}{",
  "list": [ 1, { "x" : [true , null],
    "y.z":-2.5e3}, [] ] , "last":
  "end" })";

TEST(Positions, OfValuesAndItems) {
    EXPECT_EQ(position(scenario_text, "name"), LineAndColumn(1, 11));
    EXPECT_EQ(position(scenario_text, "list"), LineAndColumn(2, 11));
    EXPECT_EQ(position(scenario_text, "list[0]"), LineAndColumn(2, 13));
    EXPECT_EQ(position(scenario_text, "list[1].x"), LineAndColumn(2, 24));
    EXPECT_EQ(position(scenario_text, "list[1].x[1]"), LineAndColumn(2, 32));
    EXPECT_EQ(position(scenario_text, "list[1].y.z"), LineAndColumn(3, 11));
    EXPECT_EQ(position(scenario_text, "list[2]"), LineAndColumn(3, 20));
    EXPECT_EQ(position(scenario_text, "last"), LineAndColumn(4, 3));
}

TEST(Positions, OfAnUnknownKeyIsTheKey) {
    EXPECT_EQ(position(scenario_text, "last", "an unknown key"), LineAndColumn(3, 27));
    EXPECT_EQ(position(scenario_text, "list[1].x", "an unknown call"), LineAndColumn(2, 18));
    EXPECT_EQ(position(scenario_text, "list[0]", "an unknown thing"), LineAndColumn(2, 13));
}

TEST(Positions, OfWhatIsNotThereIsWhatIsAroundIt) {
    EXPECT_EQ(position(scenario_text, "list[1].x[7].q"), LineAndColumn(2, 24));
    EXPECT_EQ(position(scenario_text, "list[1].new", "an unknown key"), LineAndColumn(2, 16));
    EXPECT_EQ(position(scenario_text, "list[0] (rank 3 thread 1)"), LineAndColumn(2, 13));
    EXPECT_EQ(position(scenario_text, "the scenario"), LineAndColumn(0, 0));
    EXPECT_EQ(position(scenario_text, "--set"), LineAndColumn(0, 0));
}

TEST(Positions, OfAllErrors) {
    BadInput error("name", "5", "nothing");
    error.others.emplace_back("last", "5", "nothing");
    add_positions(error, scenario_text);
    EXPECT_EQ(error.line, 1u);
    EXPECT_EQ(error.others.front().line, 4u);
}

// The reader refuses such a text with its own position: no other check runs, and no stack overflows.
TEST(Positions, OfATextNestedTooDeeplyEndThere) {
    EXPECT_EQ(position(std::string(1'000'000, '['), "x"), LineAndColumn(0, 0));
    std::string objects = R"({"a": 1, "b": )";
    for (int i = 0; i < 200'000; ++i) objects += R"({"b":)";
    EXPECT_EQ(position(objects, "a"), LineAndColumn(1, 7));
    EXPECT_EQ(position(objects, "c"), LineAndColumn(0, 0));
}

TEST(Complaints, RaiseAllAndDropConsequences) {
    Complaints complaints;
    EXPECT_TRUE(complaints.attempt([] {}));
    complaints.raise_any();
    EXPECT_FALSE(complaints.attempt([] { throw BadInput("a", "1", "2"); }));
    complaints.attempt([] {
        BadInput follows("b", "1", "2");
        follows.may_follow = true;
        throw follows;
    });
    complaints.attempt([] { throw BadInput("c", "1", "2"); });
    try {
        complaints.raise_any();
        FAIL() << "nothing was raised";
    } catch (const BadInput& error) {
        EXPECT_EQ(error.location, "a");
        ASSERT_EQ(error.others.size(), 1u);
        EXPECT_EQ(error.others.front().location, "c");
    }
    complaints.raise_any();  // they are gone
}

TEST(Complaints, StopWhenThereAreEnough) {
    Complaints complaints;
    int raised = 0;
    for (int i = 0; i < 100 && raised == 0; ++i) {
        try {
            complaints.attempt([] { throw BadInput("a", "1", "2"); });
        } catch (const BadInput& error) {
            raised = 1 + static_cast<int>(error.others.size());
        }
    }
    EXPECT_EQ(raised, 20);
}

}  // namespace
}  // namespace rmasim::sim
