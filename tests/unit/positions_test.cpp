// Errors have the correct position in the text.
#include "sim/scenario/json/positions.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace rmasim::sim {
namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>;

// Line and column of an error at `place`; 0, 0 if there is none.
Place position(const std::string& text, const std::string& place, const std::string& found = "5") {
    BadInput error(place, found, "something else");
    add_positions(error, text);
    return {error.line, error.column};
}

const std::string text = R"({ "name": "a\"}{",
  "list": [ 1, { "x" : [true , null],
    "y.z":-2.5e3}, [] ] , "last":
  "end" })";

TEST(Positions, OfValuesAndItems) {
    EXPECT_EQ(position(text, "name"), Place(1, 11));
    EXPECT_EQ(position(text, "list"), Place(2, 11));
    EXPECT_EQ(position(text, "list[0]"), Place(2, 13));
    EXPECT_EQ(position(text, "list[1].x"), Place(2, 24));
    EXPECT_EQ(position(text, "list[1].x[1]"), Place(2, 32));
    EXPECT_EQ(position(text, "list[1].y.z"), Place(3, 11));
    EXPECT_EQ(position(text, "list[2]"), Place(3, 20));
    EXPECT_EQ(position(text, "last"), Place(4, 3));
}

TEST(Positions, OfAnUnknownKeyIsTheKey) {
    EXPECT_EQ(position(text, "last", "an unknown key"), Place(3, 27));
    EXPECT_EQ(position(text, "list[1].x", "an unknown call"), Place(2, 18));
    EXPECT_EQ(position(text, "list[0]", "an unknown thing"), Place(2, 13));
}

TEST(Positions, OfWhatIsNotThereIsWhatIsAroundIt) {
    EXPECT_EQ(position(text, "list[1].x[7].q"), Place(2, 24));
    EXPECT_EQ(position(text, "list[1].new", "an unknown key"), Place(2, 16));
    EXPECT_EQ(position(text, "list[0] (rank 3 thread 1)"), Place(2, 13));
    EXPECT_EQ(position(text, "the scenario"), Place(0, 0));
    EXPECT_EQ(position(text, "--set"), Place(0, 0));
}

TEST(Positions, OfAllErrors) {
    BadInput error("name", "5", "nothing");
    error.others.emplace_back("last", "5", "nothing");
    add_positions(error, text);
    EXPECT_EQ(error.line, 1u);
    EXPECT_EQ(error.others.front().line, 4u);
}

// The reader refuses such a text with its own position: no other check runs, and no stack overflows.
TEST(Positions, OfATextNestedTooDeeplyEndThere) {
    EXPECT_EQ(position(std::string(1'000'000, '['), "x"), Place(0, 0));
    std::string objects = R"({"a": 1, "b": )";
    for (int i = 0; i < 200'000; ++i) objects += R"({"b":)";
    EXPECT_EQ(position(objects, "a"), Place(1, 7));
    EXPECT_EQ(position(objects, "c"), Place(0, 0));
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
        EXPECT_EQ(error.place, "a");
        ASSERT_EQ(error.others.size(), 1u);
        EXPECT_EQ(error.others.front().place, "c");
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
