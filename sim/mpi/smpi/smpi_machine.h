// The machine of a run under SMPI: SMPI's settings, and the host of each rank. SMPI loads the platform from the
// simulator, which builds it in the same way as for a scenario. All messages of SMPI itself use the links of this
// platform, too.
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

    // Returns the arguments of smpi_main up to and including the platform. The caller must append the arguments of the
    // program. When smpi_main loads the platform, this object builds the platform and calls `then` with it. Exceptions
    // of the construction and of `then` pass through smpi_main to the caller. `scenario` must outlive the call of
    // smpi_main. `copies` is true if each rank needs its own copy of the program's variables. Raises BadInput if
    // Linux's limit of memory mappings does not allow so many ranks.
    std::vector<std::string> arguments(const Scenario& scenario, bool copies, std::function<void(Simgrid&)> then);
    void remove_files();
    // Returns the folder of the files that `arguments` has created.
    const std::string& folder() const { return folder_; }
    // Returns the file to which SimGrid writes its messages.
    std::string log() const { return folder_ + "/log"; }
    // Returns the name of the function that SMPI does not have and because of which it has ended the process. Returns
    // an empty string if there is none.
    std::string missing_function() const;

    // Builds the platform. SMPI calls this function through `load_platform`.
    void build();

private:
    std::string folder_;
    const Scenario* scenario_ = nullptr;
    std::function<void(Simgrid&)> then_;
    std::unique_ptr<Simgrid> simgrid_;
};

// The name of the file that SMPI loads as its platform. The file does not exist: dlopen returns the simulator itself,
// which has the function `load_platform`.
inline constexpr const char* platform_of_smpi = "rmasim.so";

}  // namespace rmasim::sim
