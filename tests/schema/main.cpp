// schema_calls [--write] schema.json: generates the parts of the schema about calls, families and packets again. Prints
// the schema, or writes it with --write.
#include "tests/schema/call_schema.h"
#include "tests/schema/family_schema.h"

#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

int main(int argc, char** argv) try {
    const bool writes = argc == 3 && std::string(argv[1]) == "--write";
    if (argc != 2 && !writes) throw std::runtime_error("usage: schema_calls [--write] scenarios/schema.json");
    const std::string path = argv[argc - 1];
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    const std::string renewed = rmasim::schema::with_families_renewed(rmasim::schema::with_calls_renewed(text.str()));
    if (writes) std::ofstream(path, std::ios::binary) << renewed;
    else std::cout << renewed;
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
