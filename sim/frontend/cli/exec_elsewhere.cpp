// The command `exec`, in a program that does not contain it: it becomes rmasim-exec or, for programs of our own host,
// rmasim-host.
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/host_compiler.h"
#include "sim/frontend/cli/input/program_file.h"
#include "sim/frontend/components/component.h"

namespace rmasim::sim {

namespace {

const char* component_for(const std::string& program) { return needs_host(program) ? host_program : exec_program; }

}  // namespace

int run_program_file(const RunOptions&, const ProgramFile& file) {
    become_component(component_for(file.command.front()));
}

int exec_command(const ExecOptions& options) {
    become_component(options.command.empty() ? exec_program : component_for(options.command.front()));
}

}  // namespace rmasim::sim
