// The tests of a program with GoogleTest, and the file of each.
#include "tests/mutants/matrix/items.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

namespace rmasim::mutants {

void prepare_items(const std::string& suite) {
    std::string quiet = "--gtest_brief=1";
    std::string name = suite;
    std::vector<char*> words{name.data(), quiet.data(), nullptr};
    int count = 2;
    testing::InitGoogleTest(&count, words.data());
}

std::vector<Item> list_items() {
    std::vector<Item> items;
    const testing::UnitTest& program = *testing::UnitTest::GetInstance();
    for (int i = 0; i < program.total_test_suite_count(); ++i) {
        const testing::TestSuite& suite = *program.GetTestSuite(i);
        for (int j = 0; j < suite.total_test_count(); ++j) {
            const testing::TestInfo& test = *suite.GetTestInfo(j);
            const std::string file = std::filesystem::path(test.file()).stem().string();
            items.push_back({std::string(suite.name()) + '.' + test.name(), file});
        }
    }
    return items;
}

std::optional<std::uint64_t> finds(const std::string& item) {
    GTEST_FLAG_SET(filter, item);
    const int failed = RUN_ALL_TESTS();
    if (testing::UnitTest::GetInstance()->test_to_run_count() != 1) {
        throw std::invalid_argument(item + ": there is no such test");
    }
    if (failed == 0) return std::nullopt;
    return 0;
}

}  // namespace rmasim::mutants
