// Runs a scenario file, perhaps with changed settings, and prints its packets by kind:
//
//     run_scenario lock-put-unlock.json protocol.optimizations.single_op=false
#include <rmasim/run.h>

#include <exception>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: run_scenario FILE [PATH=VALUE]...\n";
        return 2;
    }
    try {
        const rmasim::library::Run run = rmasim::library::run_file(argv[1], {.settings = {argv + 2, argv + argc}});
        std::cout << run.outcome << " after " << run.time_ns << " ns, " << run.messages << " packets\n";
        for (const auto& [kind, packets] : run.by_kind) std::cout << "  " << kind << ": " << packets << '\n';
        for (const std::string& line : run.not_as_expected) std::cout << "not as expected: " << line << '\n';
        return run.not_as_expected.empty() ? 0 : 1;
    } catch (const rmasim::library::BadScenario& error) {
        std::cerr << error.what() << '\n';
        return 2;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 5;
    }
}
