// Sets of values of an enumeration, in one word and in several.
#include "protocol/base/enum_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace rmasim {
namespace {

using testing::ElementsAre;

enum class Value : std::uint8_t {};
using Large = EnumSet<Value, 130>;

static_assert(sizeof(EnumSet<Value, 64>) == 8 && sizeof(EnumSet<Value, 65>) == 16);

TEST(EnumSet, HasValuesOfAllItsWords) {
    const Large some{Value{129}, Value{3}, Value{64}, Value{63}};
    std::vector<int> values;
    some.for_each([&](Value value) { values.push_back(static_cast<int>(value)); });
    EXPECT_THAT(values, ElementsAre(3, 63, 64, 129));
    EXPECT_FALSE(some.contains(Value{65}));
    EXPECT_EQ(some.first(), Value{3});
    EXPECT_EQ((Large{Value{129}, Value{70}}).first(), Value{70});
    EXPECT_THROW((void)some.contains(Value{130}), std::logic_error);
    EXPECT_THROW(Large{Value{130}}, std::logic_error);
}

TEST(EnumSet, CombinesSetsWordByWord) {
    const Large a{Value{1}, Value{65}, Value{129}}, b{Value{1}, Value{66}, Value{129}};
    EXPECT_EQ(a | b, (Large{Value{1}, Value{65}, Value{66}, Value{129}}));
    EXPECT_EQ(a & b, (Large{Value{1}, Value{129}}));
    EXPECT_EQ(a.without(b), Large{Value{65}});
    EXPECT_TRUE(a.without(a).empty());
    EXPECT_FALSE(Large{Value{129}}.empty());
    EXPECT_EQ(Large::all().without(a) | a, Large::all());
}

}  // namespace
}  // namespace rmasim
