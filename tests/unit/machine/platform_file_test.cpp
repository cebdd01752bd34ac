// Platforms from files: the hosts that become nodes, and platforms that are refused.
#include "sim/machine/platform/platform.h"

#include "sim/scenario/json/errors.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace rmasim::sim {

namespace {

PlatformSettings settings_of_file(const std::string& file) {
    PlatformSettings settings;
    settings.topology = Topology::file;
    settings.file = file;
    return settings;
}

class PlatformFile : public testing::Test {
protected:
    void TearDown() override { std::filesystem::remove(path_); }

    std::string write(const std::string& body) {
        std::ofstream(path_) << "<?xml version='1.0'?>\n"
                                "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                                "<platform version=\"4.1\">\n"
                             << body << "</platform>\n";
        return path_;
    }

    std::string refusal(const std::string& file, Rank ranks) {
        try {
            Platform platform(settings_of_file(file), ranks);
            if (ranks > 1) platform.route(0, 1);
        } catch (const BadInput& error) {
            EXPECT_EQ(error.location, "platform.file");
            return error.found;
        }
        return "";
    }

    // Its hosts are nodes 0, 1 and 2 in the order of the routes: 1 us from 0 to 1, and 2 us from 1 to 2.
    static void expect_nodes_in_a_row(const std::string& file) {
        Platform platform(settings_of_file(file), 3);
        EXPECT_EQ(platform.route(0, 1).latency, 1'000'000);
        EXPECT_EQ(platform.route(1, 2).latency, 2'000'000);
        EXPECT_EQ(platform.route(0, 2).latency, 3'000'000);
    }

    // Tests run side by side, each in a process of its own.
    const std::string path_ = testing::TempDir() + "rmasim_platform_test." + std::to_string(getpid()) + ".xml";
};

}  // namespace

TEST_F(PlatformFile, TakesHostsInNaturalOrder) {
    const std::string file = write(R"(<zone id="z" routing="Full">
        <host id="host10" speed="1Gf"/> <host id="host2" speed="1Gf"/> <host id="host1" speed="1Gf"/>
        <link id="fast" bandwidth="10GBps" latency="1us"/> <link id="slow" bandwidth="1GBps" latency="3us"/>
        <route src="host1" dst="host2"> <link_ctn id="fast"/> </route>
        <route src="host2" dst="host10"> <link_ctn id="fast"/> <link_ctn id="slow"/> </route>
        <route src="host1" dst="host10"> <link_ctn id="slow"/> </route>
        </zone>)");
    Platform platform(settings_of_file(file), 3);  // host1, host2, host10, as the three routes say
    EXPECT_EQ(platform.route(0, 1).latency, 1'000'000);
    EXPECT_EQ(platform.route(0, 1).femtoseconds_per_byte, 100'000);
    EXPECT_EQ(platform.route(0, 2).latency, 3'000'000);
    EXPECT_EQ(platform.route(2, 1).latency, 4'000'000);
    EXPECT_EQ(platform.route(2, 1).femtoseconds_per_byte, 1'000'000);
}

// Zeros in front of a number do not count, however many there are.
TEST_F(PlatformFile, TakesHostsInNaturalOrderWhateverZerosTheyHave) {
    const std::string file = write(R"(<zone id="z" routing="Full">
        <host id="n0010" speed="1Gf"/> <host id="n11" speed="1Gf"/> <host id="n009" speed="1Gf"/>
        <link id="one" bandwidth="1GBps" latency="1us"/> <link id="two" bandwidth="1GBps" latency="2us"/>
        <route src="n009" dst="n0010"> <link_ctn id="one"/> </route>
        <route src="n0010" dst="n11"> <link_ctn id="two"/> </route>
        <route src="n009" dst="n11"> <link_ctn id="one"/> <link_ctn id="two"/> </route>
        </zone>)");
    expect_nodes_in_a_row(file);
}

// A name that is a prefix of another one comes first. There are more hosts than nodes, and the last one has no route.
TEST_F(PlatformFile, TakesTheFirstHostsOnly) {
    const std::string file = write(R"(<zone id="z" routing="Full">
        <host id="na" speed="1Gf"/> <host id="n" speed="1Gf"/> <host id="n1" speed="1Gf"/> <host id="z" speed="1Gf"/>
        <link id="one" bandwidth="1GBps" latency="1us"/> <link id="two" bandwidth="1GBps" latency="2us"/>
        <route src="n" dst="n1"> <link_ctn id="one"/> </route>
        <route src="n1" dst="na"> <link_ctn id="two"/> </route>
        <route src="n" dst="na"> <link_ctn id="one"/> <link_ctn id="two"/> </route>
        </zone>)");
    expect_nodes_in_a_row(file);
    Platform all(settings_of_file(file), 4);
    EXPECT_THROW(all.route(0, 3), BadInput);
}

TEST_F(PlatformFile, RefusesTooFewHosts) {
    const std::string file = write(R"(<zone id="z" routing="Full"> <host id="a" speed="1Gf"/> </zone>)");
    EXPECT_EQ(refusal(file, 2), "1 hosts in \"" + file + "\"");
    EXPECT_EQ(refusal(file, 1), "");
}

TEST_F(PlatformFile, RefusesWhatIsNoPlatform) {
    EXPECT_EQ(refusal("/nowhere/platform.xml", 1), "\"/nowhere/platform.xml\", which is no file");
    const std::string sideways = write("<zone id=\"z\" routing=\"Sideways\"/>");
    EXPECT_EQ(refusal(sideways, 1), "\"" + sideways + "\": Not a valid model!");  // SimGrid aborts

    EXPECT_NE(refusal(write("<zone id=\"z\" routing=\"Full\"> <host id=\"a\" speed=\"much\"/> </zone>"), 1), "");
    EXPECT_NE(refusal(write("<zone id=\"z\" routing=\"Full\"> <nonsense/> </zone>"), 1), "");
    EXPECT_NE(refusal(write("<zone id=\"z\" routing=\"Full\">"), 1), "");
    EXPECT_NE(refusal(write(""), 1), "");
}

TEST_F(PlatformFile, RefusesHostsWithoutARoute) {
    const std::string file =
        write(R"(<zone id="z" routing="Full"> <host id="a" speed="1Gf"/> <host id="b" speed="1Gf"/> </zone>)");
    EXPECT_EQ(refusal(file, 2), "no route from host a to host b");
}

// Two zones with a route in one direction only. SimGrid aborts if the other direction is requested.
TEST_F(PlatformFile, RefusesHostsWithARouteOneWayOnly) {
    const auto zone = [](const char* name) {
        return fmt::format(R"(<zone id="{0}" routing="Full"> <host id="h{0}" speed="1Gf"/> <router id="r{0}"/>
            <link id="l{0}" bandwidth="1GBps" latency="1us"/>
            <route src="h{0}" dst="r{0}"> <link_ctn id="l{0}"/> </route> </zone>)", name);
    };
    for (const bool back : {true, false}) {
        const std::string from = back ? "b" : "a", to = back ? "a" : "b";
        const std::string file = write(fmt::format(
            R"(<zone id="z" routing="Full"> {0}{1} <link id="l" bandwidth="1GBps" latency="1us"/>
            <zoneRoute src="{2}" dst="{3}" gw_src="r{2}" gw_dst="r{3}" symmetrical="NO"> <link_ctn id="l"/> </zoneRoute>
            </zone>)", zone("a"), zone("b"), from, to));
        EXPECT_NE(refusal(file, 2), "") << from << " to " << to;
    }
}

}  // namespace rmasim::sim
