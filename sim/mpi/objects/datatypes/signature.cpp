#include "sim/mpi/objects/datatypes/signature.h"

#include "sim/mpi/objects/datatypes/checked_math.h"

#include <cstdint>

namespace rmasim::mpi {

namespace {

constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
// Arbitrary, fixed: hashes are the same in each run.
constexpr std::uint64_t first_base = 0x13c6'ef37'2fe9'4f82;
constexpr std::uint64_t second_base = 0x0a54'ff53'a5f1'd36f;

std::uint64_t times_modulo(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    const std::uint64_t folded =
        static_cast<std::uint64_t>(product & prime) + static_cast<std::uint64_t>(product >> 61);
    return folded >= prime ? folded - prime : folded;
}

std::uint64_t plus_modulo(std::uint64_t a, std::uint64_t b) { return a + b >= prime ? a + b - prime : a + b; }

}  // namespace

Signature::Signature(int basic, std::int64_t count) : elements_(count), uniform_(count == 0 ? 0 : basic) {}

Signature::Hash Signature::joined(Hash a, Hash b) {
    return {plus_modulo(times_modulo(a.sum, b.power), b.sum), times_modulo(a.power, b.power)};
}

Signature::Hash Signature::repeated_hash(Hash one, std::uint64_t times) {
    Hash all;
    for (; times != 0; times >>= 1) {
        if ((times & 1) != 0) all = joined(all, one);
        one = joined(one, one);
    }
    return all;
}

Signature::Hashes Signature::hashes() const {
    if (uniform_ == 0) return mixed_;
    const auto basic = static_cast<std::uint64_t>(uniform_);
    const auto times = static_cast<std::uint64_t>(elements_);
    return {repeated_hash({basic, first_base}, times), repeated_hash({basic, second_base}, times)};
}

Signature Signature::then(const Signature& next) const {
    if (next.elements_ == 0) return *this;
    if (elements_ == 0) return next;
    Signature both;
    both.elements_ = add(elements_, next.elements_);
    if (uniform_ != 0 && uniform_ == next.uniform_) {
        both.uniform_ = uniform_;
        return both;
    }
    const Hashes a = hashes(), b = next.hashes();
    both.mixed_ = {joined(a.first, b.first), joined(a.second, b.second)};
    return both;
}

Signature Signature::repeated(std::int64_t times) const {
    if (times == 1) return *this;
    Signature all;
    if (times == 0 || elements_ == 0) return all;
    all.elements_ = multiply(elements_, times);
    all.uniform_ = uniform_;
    if (uniform_ != 0) return all;
    const auto n = static_cast<std::uint64_t>(times);
    all.mixed_ = {repeated_hash(mixed_.first, n), repeated_hash(mixed_.second, n)};
    return all;
}

bool Signature::operator==(const Signature& other) const {
    if (elements_ != other.elements_ || uniform_ != other.uniform_) return false;
    return uniform_ != 0 ||
           (mixed_.first.sum == other.mixed_.first.sum && mixed_.second.sum == other.mixed_.second.sum);
}

}  // namespace rmasim::mpi
