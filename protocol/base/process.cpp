#include "protocol/base/process.h"

namespace rmasim {

void refuse(Call call) { throw ProtocolError(std::string(name_of(call)) + " is not a call of this protocol family"); }

}  // namespace rmasim
