#include "sim/machine/simgrid/topology.h"

#include "sim/machine/simgrid/simgrid_engine.h"
#include "sim/machine/simgrid/trial.h"
#include "sim/scenario/json/errors.h"

#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Host.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace rmasim::sim {

namespace s4u = simgrid::s4u;

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Removes the digits at the beginning of `text` and returns them without leading zeros.
std::string_view take_number(std::string_view& text) {
    while (text.size() > 1 && text[0] == '0' && is_digit(text[1])) text.remove_prefix(1);
    std::size_t length = 0;
    while (length < text.size() && is_digit(text[length])) ++length;
    const std::string_view number = text.substr(0, length);
    text.remove_prefix(length);
    return number;
}

// Compares names in natural order: digits are compared as numbers, so host2 is before host10. Names that differ only in
// leading zeros are compared as strings.
bool naturally_before(std::string_view whole_a, std::string_view whole_b) {
    std::string_view a = whole_a, b = whole_b;
    while (!a.empty() && !b.empty()) {
        if (is_digit(a[0]) && is_digit(b[0])) {
            const std::string_view x = take_number(a), y = take_number(b);
            if (x.size() != y.size()) return x.size() < y.size();
            if (x != y) return x < y;
        } else {
            if (a[0] != b[0]) return a[0] < b[0];
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    if (a.empty() != b.empty()) return a.empty();
    return whole_a < whole_b;
}

[[noreturn]] void refuse(const std::string& found, const std::string& allowed) {
    throw BadInput("platform.file", found, allowed);
}

Hosts hosts_in_order(const s4u::Engine& engine, const std::string& file, NodeId nodes) {
    Hosts hosts = engine.get_all_hosts();
    std::sort(hosts.begin(), hosts.end(),
              [](const s4u::Host* a, const s4u::Host* b) { return naturally_before(a->get_name(), b->get_name()); });
    if (hosts.size() < static_cast<std::size_t>(nodes)) {
        refuse(std::to_string(hosts.size()) + " hosts in \"" + file + "\"",
               "at least the " + std::to_string(nodes) + " hosts that the ranks need");
    }
    hosts.resize(static_cast<std::size_t>(nodes));
    return hosts;
}

void load_and_seal(s4u::Engine& engine, const std::string& path) {
    engine.load_platform(path);
    if (engine.get_netzone_root() == nullptr) throw std::runtime_error("the file contains no zone");
    engine.get_netzone_root()->seal();
}

// Requests the routes from the first node to all others and back, to detect missing routes. A check of all pairs would
// take too long.
void ask_for_routes(const Hosts& hosts) {
    std::vector<s4u::Link*> links;
    for (const s4u::Host* host : hosts) {
        if (host == hosts.front()) continue;
        hosts.front()->route_to(host, links, nullptr);
        host->route_to(hosts.front(), links, nullptr);
    }
}

void check_kind(const std::string& file) {
    std::error_code unreadable;
    if (!std::filesystem::is_regular_file(file, unreadable)) {
        refuse("\"" + file + "\", which is no file", "a SimGrid platform XML");
    }
    if (file.ends_with(".so") || file.ends_with(".dylib")) {
        refuse("\"" + file + "\", a shared library, which SimGrid would load and execute", "a SimGrid platform XML");
    }
}

// True if values of the platform may change over time, because of attributes such as bandwidth_file, or elements such
// as trace_connect. The result may be true although no value changes.
bool has_profiles(const std::string& path) {
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return text.find("_file") != std::string::npos || text.find("trace") != std::string::npos;
}

}  // namespace

Hosts load_platform_file(s4u::Engine& engine, const std::string& file, NodeId nodes) {
    check_kind(file);
    const std::string path = std::filesystem::absolute(file).string();
    const auto complaint = complaint_in_child([&] {
        load_and_seal(engine, path);
        // The parent reports if there are too few hosts (hosts_in_order below), so the child does not.
        if (engine.get_host_count() >= static_cast<std::size_t>(nodes)) {
            ask_for_routes(hosts_in_order(engine, file, nodes));
        }
    });
    // SimGrid exits on many errors in a platform file. So a child process has loaded the file first.
    if (complaint) refuse("\"" + file + "\": " + *complaint, "a SimGrid platform XML");
    // SimGrid's list of future changes outlives the engine, but the links in this list are destroyed with the engine.
    if (has_profiles(path)) forbid_more_engines();
    load_and_seal(engine, path);
    return hosts_in_order(engine, file, nodes);
}

}  // namespace rmasim::sim
