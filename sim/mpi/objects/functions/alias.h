// Other names of a function in object files. A tool or another library may define them itself.
#pragma once

// `alias` becomes a weak name of a function with C linkage that this file defines.
#define RMASIM_ALIAS(alias_name, function) extern decltype(function) alias_name __attribute__((weak, alias(#function)));
