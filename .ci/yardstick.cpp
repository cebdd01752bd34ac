// What the time of the first build is compared with (.ci/run): this takes a compiler some seconds on any machine.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

nlohmann::json read(const std::string& text) { return nlohmann::json::parse(text); }

bool matches(const std::string& text) { return std::regex_match(text, std::regex("(a|b)*[c-f]+")); }

void sort(std::vector<std::string>& texts) { std::sort(texts.begin(), texts.end()); }
