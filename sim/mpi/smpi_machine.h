// The machine as SMPI gets it: its settings, a platform file, and which rank is on which host. SMPI's own messages
// take the latencies and bandwidths of `platform.network`.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

class SmpiMachine {
public:
    // Of smpi_main, up to the platform; the program's own come behind. Writes the files.
    std::vector<std::string> arguments(const Scenario& scenario);
    void remove_files();
    // Of the files; after `arguments`.
    const std::string& folder() const { return folder_; }

private:
    std::string folder_;
};

}  // namespace rmasim::sim
