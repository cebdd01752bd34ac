// The machine of a run in SMPI: its settings, and which rank is on which host. SMPI asks for its platform, which is
// built as for a scenario; so all that SMPI sends itself crosses the links of that machine.
#pragma once

#include "sim/machine/platform/simgrid.h"
#include "sim/scenario/model/scenario.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

class SmpiMachine {
public:
    SmpiMachine() = default;
    ~SmpiMachine() { remove_files(); }
    SmpiMachine(const SmpiMachine&) = delete;
    SmpiMachine& operator=(const SmpiMachine&) = delete;

    // Of smpi_main, up to the platform; the program's own come behind. SMPI then asks for the platform, and `then` is
    // called with it. It may throw, and building may: smpi_main raises that. `scenario` outlives the call of smpi_main.
    // `copies`: each rank needs its own of the program's variables. Raises BadInput for more ranks than Linux allows.
    std::vector<std::string> arguments(const Scenario& scenario, bool copies, std::function<void(Simgrid&)> then);
    void remove_files();
    // Of the files; after `arguments`.
    const std::string& folder() const { return folder_; }

    // Called by SMPI.
    void build();

private:
    std::string folder_;
    const Scenario* scenario_ = nullptr;
    std::function<void(Simgrid&)> then_;
    std::unique_ptr<Simgrid> simgrid_;
};

// What SMPI is told to load as its platform: this program, which has the function `load_platform`.
inline constexpr const char* platform_of_smpi = "rmasim.so";

}  // namespace rmasim::sim
