// Files of message sequences: the input that the reader accepts and refuses, the sequences that a command line selects,
// and blessing, which changes only outputs.
#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/runner.h"
#include "tests/sequences/harness/selection.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace rmasim::seq {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::StartsWith;

std::string content_of(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A sequence that passes, but for the output of its first stanza.
std::string body(const std::string& first_output) {
    return "# clause: NR-LOCK-2\n# by-hand: total 0\n\nworld family=newrma ranks=2 slots=4\n" + first_output +
           "\ncounts\n----\ntotal 0\n";
}

std::vector<std::string> names_of(const std::vector<Sequence>& sequences) {
    std::vector<std::string> names;
    for (const Sequence& sequence : sequences) names.push_back(sequence.name);
    return names;
}

class SequenceFiles : public testing::Test {
protected:
    SequenceFiles() { fs::create_directories(folder_); }
    ~SequenceFiles() override { fs::remove_all(folder_); }

    // `file`: below the test's folder.
    std::string write(const std::string& file, const std::string& text) const {
        const fs::path path = folder_ / file;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
        return path.string();
    }

    // The reader's message about a file with this text, without the file's path.
    std::string refusal(const std::string& text) const {
        const std::string path = write("malformed.seq", text);
        try {
            read_sequences(path);
        } catch (const BadSequence& bad) {
            const std::string what = bad.what();
            return what.starts_with(path + ':') ? what.substr(path.size() + 1) : "without the path: " + what;
        }
        return "none";
    }

    static std::string refused_selection(const std::vector<std::string>& arguments,
                                         const std::vector<std::string>& only = {},
                                         const std::vector<std::string>& except = {}) {
        try {
            select(arguments, only, except);
        } catch (const BadSequence& bad) {
            return bad.what();
        }
        return "none";
    }

    const fs::path folder_ = fs::path(testing::TempDir()) / fmt::format("rmasim_sequences.{}", getpid());
};

TEST_F(SequenceFiles, HaveSequencesWhoseLinesCountInTheFile) {
    const std::string path =
        write("newrma/a.seq", "=== one\n" + body("----\nok\n") + "\n=== two\n# ends: hung\nworld\n");
    const std::vector<Sequence> sequences = read_sequences(path);
    ASSERT_THAT(names_of(sequences), ElementsAre("one", "two"));
    EXPECT_EQ(sequences[0].family(), "newrma");
    EXPECT_EQ(sequences[0].line, 1U);
    EXPECT_THAT(sequences[0].clauses, ElementsAre("NR-LOCK-2"));
    EXPECT_FALSE(sequences[0].hangs);
    ASSERT_EQ(sequences[0].stanzas.size(), 2U);
    EXPECT_EQ(sequences[0].stanzas[1].line, 9U);
    EXPECT_THAT(sequences[0].stanzas[1].output, ElementsAre("total 0"));
    EXPECT_EQ(sequences[1].line, 13U);
    EXPECT_TRUE(sequences[1].clauses.empty());
    EXPECT_TRUE(sequences[1].hangs);
    EXPECT_EQ(sequences[1].stanzas.at(0).line, 15U);
    EXPECT_EQ(location_in(sequences[1], 15), path + ":15: two: ");
}

TEST_F(SequenceFiles, AreKeptToTheByte) {
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(RMASIM_ROOT) / "tests/sequences")) {
        if (entry.path().extension() != ".seq") continue;
        ++files;
        EXPECT_EQ(text_of(read_sequences(entry.path().string())), content_of(entry.path())) << entry.path();
    }
    EXPECT_GT(files, 0U);
    const std::string unfinished =
        "=== a\n\n\nworld\n\n# why\ncounts\n----\n=== b\ncounts\n----\nx\n# in an output\n\n\n";
    EXPECT_EQ(text_of(read_sequences(write("b.seq", unfinished))), unfinished);
}

TEST_F(SequenceFiles, MalformedOnesAreRefused) {
    const std::string one = "=== one\nworld\n\n";
    EXPECT_EQ(refusal(""), " the file is empty: it needs a sequence, `=== NAME`");
    EXPECT_EQ(refusal("# lock\n" + one), "1: '# lock' is before the first head, `=== NAME`");
    EXPECT_EQ(refusal("\n" + one), "1: '' is before the first head, `=== NAME`");
    EXPECT_EQ(refusal(one + "===\nworld\n"), "4: a head without a name: write `=== NAME`");
    EXPECT_EQ(refusal(one + "=== \nworld\n"), "4: a head without a name: write `=== NAME`");
    for (const std::string wrong : {"=== Two", "=== two two", "===two", "====", "=== two ", "===  two", "=== a_b"}) {
        EXPECT_EQ(refusal(one + wrong + "\nworld\n"),
                  "4: '" + wrong + "' is no head: write `=== NAME`, a name of small letters, digits, hyphens");
    }
    EXPECT_EQ(refusal(one + "=== two\nworld\n=== one\nworld\n"), "6: the sequence of line 1 has the name one, too");
    EXPECT_EQ(refusal("=== none\n# nothing\n\n" + one), "1: none: the sequence is empty: it has no command");
    EXPECT_EQ(refusal(one + "=== none\n"), "4: none: the sequence is empty: it has no command");
    EXPECT_EQ(refusal(one + "----\nok\n"), "4: there is no command before `----`");
    EXPECT_EQ(refusal("=== one\nworld"), "2: the last line has no newline");
    EXPECT_THROW(read_sequences((folder_ / "missing.seq").string()), BadSequence);
    EXPECT_THROW(read_sequences(folder_.string()), BadSequence);
}

TEST_F(SequenceFiles, OfAllFamiliesAreInTheOrderOfFamilyAndName) {
    write("ch3/z.seq", "=== lock\nworld\n");
    write("newrma/a.seq", "=== lock-put\nworld\n=== lock\nworld\n");
    const std::string other = write("newrma/b.seq", "=== fence\nworld\n=== lock-all\nworld\n");
    write("newrma/b.txt", "no sequence\n");
    const std::vector<Sequence> all = read_all_sequences(folder_.string());
    EXPECT_THAT(names_of(all), ElementsAre("lock", "fence", "lock-all", "lock-put", "lock"));
    EXPECT_EQ(all[0].family(), "ch3");
    EXPECT_EQ(all[1].path, other);

    const std::string third = write("newrma/c.seq", "=== pscw\nworld\n=== fence\nworld\n");
    try {
        read_all_sequences(folder_.string());
        FAIL() << "a name that occurs twice in a family";
    } catch (const BadSequence& bad) {
        EXPECT_EQ(std::string(bad.what()), other + ":1: fence: the name occurs in " + third + ":3, too");
    }
}

TEST_F(SequenceFiles, AreSelectedByFileAndName) {
    const std::string lock = write("newrma/lock.seq", "=== a\nworld\n=== b\nworld\n=== c\nworld\n");
    const std::string fence = write("newrma/fence.seq", "=== d\nworld\n");
    const auto selected = [](const std::vector<std::string>& arguments, const std::vector<std::string>& only = {},
                             const std::vector<std::string>& except = {}) {
        std::string text;
        for (const SelectedFile& file : select(arguments, only, except)) {
            text += fs::path(file.path).stem().string() + ':';
            for (const std::size_t i : file.selected) text += file.sequences[i].name;
            text += ' ';
        }
        return text;
    };
    EXPECT_EQ(selected({lock, fence}), "lock:abc fence:d ");
    EXPECT_EQ(selected({lock + ":b", fence, lock + ":a"}), "lock:ab fence:d ");
    EXPECT_EQ(selected({lock, fence}, {"c", "d"}), "lock:c fence:d ");
    EXPECT_EQ(selected({lock, fence}, {}, {"c", "d"}), "lock:ab fence: ");
    EXPECT_EQ(selected({lock}, {"a", "b"}, {"b"}), "lock:a ");

    EXPECT_EQ(refused_selection({lock + ":d"}), lock + ": there is no sequence d; --list prints the names");
    EXPECT_EQ(refused_selection({lock}, {"a", "d"}), "none of the files has a sequence d; --list prints the names");
    EXPECT_EQ(refused_selection({lock}, {}, {"d"}), "none of the files has a sequence d; --list prints the names");
    EXPECT_EQ(refused_selection({fence}, {}, {"d"}), "no sequence is selected");
    EXPECT_THAT(refused_selection({lock + "x"}), StartsWith(lock + "x: "));
}

TEST_F(SequenceFiles, FaultsNameFileLineAndSequence) {
    const Spec spec(RMASIM_ROOT);
    const std::string path = write("a.seq", "=== good\n" + body("----\nok\n") + "\n=== wrong\n" + body("----\nno\n") +
                                                "\n=== bare\nworld family=newrma ranks=2 slots=4\n----\nok\n");
    const std::vector<Sequence> sequences = read_sequences(path);
    EXPECT_THAT(check_sequence(sequences.at(0), spec), ElementsAre());
    EXPECT_THAT(check_sequence(sequences.at(1), spec), ElementsAre(StartsWith(path + ":17: wrong: world family=")));
    EXPECT_THAT(
        check_sequence(sequences.at(2), spec),
        ElementsAre(StartsWith(path + ":25: bare: names no clause"), StartsWith(path + ":25: bare: has no `# by"),
                    StartsWith(path + ":25: bare: has no `counts`"),
                    StartsWith(path + ":25: bare: counts differ from by-hand: total")));
}

TEST_F(SequenceFiles, BlessingChangesTheOutputsOfOneSequence) {
    const Spec spec(RMASIM_ROOT);
    const std::string before = "=== wrong\n" + body("----\nno\n") + "\n\n=== new\n";
    const std::string after = "\n# the end\n\n=== open\nworld\n";
    std::vector<Sequence> sequences = read_sequences(write("a.seq", before + body("") + after));
    EXPECT_THAT(bless_sequence(sequences.at(1), spec), ElementsAre());
    EXPECT_EQ(text_of(sequences), before + body("----\nok\n") + after);

    const std::string text = text_of(sequences);
    EXPECT_FALSE(bless_sequence(sequences.at(2), spec).empty());
    EXPECT_EQ(text_of(sequences), text) << "a sequence with faults is kept";
}

}  // namespace

}  // namespace rmasim::seq
