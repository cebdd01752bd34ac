#include "sim/frontend/cli/arguments/chosen_command.h"

#include "sim/frontend/cli/input/load.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/process/memory.h"
#include "sim/frontend/components/component.h"
#include "sim/frontend/output/output_failed.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/json/errors.h"

#include <exception>
#include <new>
#include <stdexcept>

namespace rmasim::sim {

int carry_out(const Chosen& chosen) {
    try {
        return chosen.run();
    } catch (BadInput& error) {
        if (chosen.changes != nullptr) locate(error, chosen.subject, *chosen.changes);
        complain_about(chosen.subject, error);
        return bad_input;
    } catch (const std::overflow_error& error) {
        complain_line("{}: {}; allowed: shorter computations, fewer repetitions", chosen.subject, error.what());
        return bad_input;
    } catch (const OutputFailed&) {
        throw;
    } catch (const ComponentMissing& error) {
        complain_line("rmasim: {}", error.what());
        return internal_error;
    } catch (const std::bad_alloc&) {
        end_out_of_memory();
    } catch (const std::length_error&) {
        end_out_of_memory();
    } catch (const std::exception& error) {
        complain_line("rmasim: internal error: {}", error.what());
        return internal_error;
    }
}

}  // namespace rmasim::sim
