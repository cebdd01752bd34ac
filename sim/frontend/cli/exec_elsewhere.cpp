// The command `exec`, in a program that does not contain it: it becomes rmasim-exec.
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/components/component.h"

namespace rmasim::sim {

int run_program_file(const RunOptions&, const ProgramFile&) { become_component(exec_program); }

int exec_command(const ExecOptions&) { become_component(exec_program); }

}  // namespace rmasim::sim
