#include "sim/frontend/cli/whole_program.h"

#include "sim/frontend/cli/exit_code.h"
#include "sim/frontend/output/print.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace rmasim::sim {

int become_launcher(char** argv) {
    namespace fs = std::filesystem;
    // The launcher's path is known, because the first program is never installed: it is in build/release.
    std::error_code unreadable;
    const fs::path program = fs::read_symlink("/proc/self/exe", unreadable);
    const fs::path launcher = (program.parent_path() / "../../rmasim").lexically_normal();
    ::setenv("RMASIM_WHOLE", "1", 1);
    ::execv(launcher.c_str(), argv);
    complain_line("rmasim: this subcommand needs the complete rmasim, which {} builds: {}", launcher.string(),
                  std::strerror(errno));
    return internal_error;
}

}  // namespace rmasim::sim
